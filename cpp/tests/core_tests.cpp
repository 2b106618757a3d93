// The tests of the core, without Python: made to be run under sanitizers.
#include "check.hpp"
#include "kernel/instruction_sets.hpp"
#include "parallel/extra_cores.hpp"

// The parts of the suite, one file each.
void golden_tests(const thalweg::InstructionSet&);  // the core computes what the reference computes
void training_tests(const thalweg::InstructionSet&);       // what holds for any corpus
void stopping_tests(const thalweg::InstructionSet&);       // what is left when a call is stopped
void invalid_input_tests(const thalweg::InstructionSet&);  // documents with wrong numbers
void svb_tests(const thalweg::InstructionSet&);            // stochastic VB, likewise
void sharing_tests(const thalweg::InstructionSet&);        // threads that read topics in training
void batch_tests(const thalweg::InstructionSet&);          // CVB0 and MAP_LDA_U
void block_tests();    // how documents are read, ordered and timed
void machine_tests();  // threads, memory and instruction sets
void pair_tests();     // word pairs in documents and windows
void text_tests();     // text in: what a sanitizer should see

// With the argument "best", only with the best instruction set: threads do the same with each.
int main(int n_arguments, char** arguments) {
  const bool only_best = n_arguments > 1 && std::string(arguments[1]) == "best";
  thalweg::extra_cores_of_process.assume();  // helpers take part on a crowded machine too
  block_tests();
  machine_tests();
  pair_tests();
  text_tests();
  for (const thalweg::InstructionSet* instructions : thalweg::runnable_instruction_sets()) {
    golden_tests(*instructions);
    training_tests(*instructions);
    stopping_tests(*instructions);
    invalid_input_tests(*instructions);
    svb_tests(*instructions);
    sharing_tests(*instructions);
    batch_tests(*instructions);
    if (only_best) break;
  }
  return check::summary();
}
