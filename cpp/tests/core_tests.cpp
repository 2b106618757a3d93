// The tests of the core, without Python: made to be run under sanitizers.
#include "check.hpp"
#include "kernel/instruction_sets.hpp"
#include "tests.hpp"

int main() {
  block_tests();
  machine_tests();
  pair_tests();
  text_tests();
  for (const thalweg::InstructionSet* instructions : thalweg::runnable_instruction_sets()) {
    golden_tests(*instructions);
    training_tests(*instructions);
    stopping_tests(*instructions);
    svb_tests(*instructions);
    batch_tests(*instructions);
  }
  return check::summary();
}
