// Training by minibatches: what SCVB0 and SVB have in common.
//
// A minibatch is cut into blocks of documents, which threads visit independently of each other.
// Then their counts enter N^Phi and N^Z.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/instruction_sets.hpp"
#include "lda/documents/block.hpp"
#include "lda/documents/documents.hpp"
#include "lda/striped_sums.hpp"
#include "lda/topics.hpp"
#include "parallel/aligned_floats.hpp"
#include "parallel/cancellation.hpp"
#include "parallel/thread_pool.hpp"
#include "parallel/workers.hpp"

namespace thalweg {

struct Minibatches {
  const int64_t* order;       // rows of the documents, minibatch after minibatch
  const int64_t* offsets;     // n_batches + 1 offsets into order
  const double* steps;        // rho^Phi of each minibatch
  const double* corpus_size;  // as known at each minibatch: C in tokens (SCVB0), D (SVB)
  int64_t n_batches;
  double seconds;  // stop after the minibatch that passes this; infinity: never
};

// What training needs in addition to the topics, kept from call to call: a stream of small calls
// would otherwise spend its time on fresh pages.
struct Workspace {
  std::vector<WordRows> word_rows;            // by thread
  std::vector<StepSizesByLength> step_sizes;  // by thread
  std::vector<std::unique_ptr<Block>> blocks;
};

// Cuts documents [0, n) of a minibatch into blocks of about equal numbers of entries; where each
// block ends.
std::vector<int64_t> cut_into_blocks(const Documents&, const int64_t* order, int64_t n);

// What a block has counted, apart from its documents and tables, so that another process can add it
// up: the words in the order of their stripes, and Nhat^Phi_w of each.
struct CountedRows {
  const uint32_t* words;
  const float* counts;  // n_words x stride, aligned to 32 bytes
  int64_t n_words;
};

// N^Phi = (1 - rho) growth N^Phi + rho weight Nhat^Phi, the same for N^Z   (Eq. 7 and 8). A topic
// may have a step size of its own, rho_k; nullptr: all have the same.
class TopicUpdate {
 public:
  TopicUpdate(const Scvb0Kernel&, Topics&, const uint8_t* locked, const SparseRows& held);

  void apply(ThreadPool&, const std::vector<std::unique_ptr<Block>>&, int64_t n_blocks,
             double growth, double rho, double weight, const double* topic_steps);

  // The same for blocks that were counted elsewhere.
  void apply(ThreadPool&, const BatchKernel&, const std::vector<CountedRows>&, double growth,
             double rho, double weight);

 private:
  // Calls add_up(gain per topic), which adds to the counts and to sums_.
  template <class AddUp>
  void apply(double growth, double rho, double weight, const double* topic_steps, AddUp&& add_up);
  template <class Factor>
  void decay(Factor&&);
  void restore_shares();
  bool locked(int64_t k) const { return locked_ && locked_[k]; }

  const Scvb0Kernel& kernel_;
  Topics& topics_;
  const uint8_t* const locked_;
  const SparseRows held_;  // shares to restore after steps that differ between topics
  std::vector<int64_t> held_words_;
  StripedSums sums_;
  AlignedFloats per_topic_;
};

// The parts of training in which algorithms differ. A document's place is its index in
// Minibatches::order.
class MinibatchAlgorithm {
 public:
  struct Blend {
    double growth;                        // of the counts, because C has grown
    double weight;                        // of the minibatch's counts
    const double* topic_steps = nullptr;  // rho of each topic; nullptr: that of the minibatch
  };

  virtual ~MinibatchAlgorithm() = default;

  // Before a minibatch: what is held fixed during it.
  virtual void prepare(int64_t batch) = 0;

  // Reads the document at a place of the order into a block.
  virtual void read(int64_t place, Block&, WordRows&, StepSizesByLength&) = 0;

  // What the rows of tables have.
  virtual Block::Layout layout() const { return Block::Layout::accumulators; }

  // Fills the block's table. False: cancelled.
  virtual bool gather(const Block&, const Poll&) = 0;

  // All passes over the documents of a block, the first of which is at `place`, into the block's
  // accumulators. Returns the number of visits; anything if it was cancelled.
  virtual int64_t visit(const Block&, int64_t place, int thread, const Poll&) = 0;

  // How the minibatch enters the topics; std::nullopt: not at all.
  virtual std::optional<Blend> blend(int64_t batch, int64_t n_documents, double n_tokens) = 0;

  // After the update of the topics, for each block of the minibatch.
  virtual void applied(const Block&, int64_t place) = 0;

  // C that the counts are scaled to now, for algorithms that scale them.
  virtual double corpus_tokens() const { return 0; }
};

// Runs minibatch after minibatch. When it is cancelled, or a document of the minibatch under way is
// invalid (Progress::failure), that minibatch is dropped and all before it stay applied.
class MinibatchTraining {
 public:
  MinibatchTraining(const Scvb0Kernel&, const Documents&, const Minibatches&, Topics&,
                    const uint8_t* locked, const Workers&, Workspace&, const SparseRows& held = {});

  int n_threads() const { return pool_.n_threads(); }
  Progress run(MinibatchAlgorithm&);

  // Visits the blocks [first_block, last_block) of the first minibatch and leaves them in the
  // workspace; the topics stay as they are.
  Progress count(MinibatchAlgorithm&, int64_t first_block, int64_t last_block);

 private:
  struct Cut {
    int64_t first;              // place of the minibatch in the order
    std::vector<int64_t> ends;  // of its blocks
    int64_t begin(int64_t block) const { return first + (block == 0 ? 0 : ends[block - 1]); }
    int64_t end(int64_t block) const { return first + ends[block]; }
  };
  Cut cut(int64_t batch) const;
  // Blocks [first_block, last_block) into the workspace. False: cancelled.
  bool visit_blocks(MinibatchAlgorithm&, const Cut&, int64_t first_block, int64_t last_block,
                    int64_t& n_visits);
  void run(MinibatchAlgorithm&, Progress&);
  int64_t visit(MinibatchAlgorithm&, Block&, int64_t first, int64_t last, int thread);

  const Scvb0Kernel& kernel_;
  const Documents& documents_;
  const Minibatches& minibatches_;
  Topics& topics_;
  TopicUpdate update_;
  ThreadPool pool_;
  Cancellation cancellation_;
  Workspace& workspace_;
};

// Writes what a block has counted: its words in the order of their stripes, and Nhat^Phi_w of each,
// n_words x stride.
void write_counted(const Block&, uint32_t* words, float* counts);

// One minibatch of which all blocks were counted elsewhere, in their order.
void apply_counted(const InstructionSet&, Topics&, const uint8_t* locked,
                   const std::vector<CountedRows>&, double growth, double rho, double weight,
                   const Workers&, const Progress& applied);

// Calls train(); where it throws, empties the workspace: a half-filled table would corrupt the next
// call.
template <class Train>
Progress with_workspace(Workspace& workspace, Train&& train) {
  try {
    return train();
  } catch (...) {
    workspace = {};
    throw;
  }
}

}  // namespace thalweg
