// The tests of the core, without Python: made to be run under sanitizers.
#include "check.hpp"
#include "kernel/instruction_sets.hpp"
#include "tests.hpp"

int main() {
  block_tests();
  machine_tests();
  pair_tests();
  text_tests();
  for (const thalweg::Kernel* kernel : thalweg::runnable_kernels()) {
    golden_tests(*kernel);
    training_tests(*kernel);
    stopping_tests(*kernel);
    svb_tests(*kernel);
    batch_tests(*kernel);
  }
  return check::summary();
}
