// The parts of the suite, one file each.
#pragma once

#include "kernel/scvb0.hpp"

void golden_tests(const thalweg::Kernel&);    // the core computes what the reference computes
void training_tests(const thalweg::Kernel&);  // what holds for any corpus
void stopping_tests(const thalweg::Kernel&);  // what is left when a call is stopped
void svb_tests(const thalweg::Kernel&);       // stochastic VB, likewise
void batch_tests(const thalweg::Kernel&);     // CVB0 and MAP_LDA_U
void block_tests();                           // how documents are read, ordered and timed
void machine_tests();                         // threads, memory and instruction sets
void pair_tests();                            // word pairs in documents and windows
void text_tests();                            // text in: what a sanitizer should see
