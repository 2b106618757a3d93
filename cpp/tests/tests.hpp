// The parts of the suite, one file each.
#pragma once

#include "kernel/instruction_sets.hpp"

void golden_tests(const thalweg::InstructionSet&);  // the core computes what the reference computes
void training_tests(const thalweg::InstructionSet&);  // what holds for any corpus
void stopping_tests(const thalweg::InstructionSet&);  // what is left when a call is stopped
void svb_tests(const thalweg::InstructionSet&);       // stochastic VB, likewise
void batch_tests(const thalweg::InstructionSet&);     // CVB0 and MAP_LDA_U
void block_tests();                                   // how documents are read, ordered and timed
void machine_tests();                                 // threads, memory and instruction sets
void pair_tests();                                    // word pairs in documents and windows
void text_tests();                                    // text in: what a sanitizer should see
