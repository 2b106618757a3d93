// The core computes what the float64 reference computes (golden.hpp).
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "check.hpp"
#include "golden.hpp"
#include "lda/fixed_topics.hpp"
#include "model.hpp"

using thalweg::InstructionSet;

namespace {

// Floats against doubles over a few hundred visits: differences of 1e-6 to 1e-5 are rounding.
constexpr double tolerance = 1e-4;

// The largest relative difference between what was computed and what is expected.
class Worst {
 public:
  explicit Worst(std::string what) : what_(std::move(what)) {}

  // `floor` is a number so small that differences of less than a ten-thousandth of it are none.
  void compare(double computed, double expected, double floor, int64_t row, int64_t column) {
    const double difference =
        std::abs(computed - expected) / std::max({std::abs(expected), floor, 1e-300});
    if (std::isnan(difference_) || difference <= difference_) return;  // a NaN gets in and stays
    difference_ = difference;
    char text[200];
    std::snprintf(text, sizeof text, "%.3g of %s at (%d, %d): computed %.8g, expected %.8g",
                  difference, what_.c_str(), static_cast<int>(row), static_cast<int>(column),
                  computed, expected);
    where_ = text;
  }

  bool small() const { return difference_ < tolerance; }
  std::string where() const { return "(relative difference " + where_ + ")"; }

 private:
  std::string what_;
  double difference_ = 0;
  std::string where_;
};

Corpus golden_corpus() {
  Corpus corpus;
  corpus.offsets.assign(std::begin(golden::offsets), std::end(golden::offsets));
  corpus.words.assign(std::begin(golden::words), std::end(golden::words));
  corpus.counts.assign(std::begin(golden::word_counts), std::end(golden::word_counts));
  return corpus;
}

// Every topic `n_copies` times, each with its share of the counts and of the prior.
Model golden_model(int64_t n_topics, bool sparse_prior, int64_t n_copies = 1) {
  Model model(golden::n_words, n_topics * n_copies);
  const auto share = 1.0f / static_cast<float>(n_copies);
  for (int64_t k = 0; k < model.n_topics; ++k) {
    model.alpha[k] = share * golden::alpha[k % n_topics];
    for (int64_t w = 0; w < golden::n_words; ++w)
      model.scaled[w * model.stride + k] =
          share * golden::initial_counts[w * golden::most_topics + k % n_topics];
  }
  model.eta = {share * golden::eta[0]};
  if (sparse_prior) {
    model.eta.assign(std::begin(golden::eta_by_word), std::end(golden::eta_by_word));
    model.added = {{std::begin(golden::added_offsets), std::end(golden::added_offsets)},
                   {std::begin(golden::added_topics), std::end(golden::added_topics)},
                   {std::begin(golden::added_values), std::end(golden::added_values)}};
    model.masked = {{std::begin(golden::masked_offsets), std::end(golden::masked_offsets)},
                    {std::begin(golden::masked_topics), std::end(golden::masked_topics)},
                    std::vector<float>(std::size(golden::masked_topics))};
  }
  model.complete();
  return model;
}

thalweg::Scvb0Run golden_run(const golden::Case& one) {
  return {{one.run.order, one.run.batches, one.run.steps, one.run.corpus_tokens, one.run.n_batches,
           std::numeric_limits<double>::infinity()},
          golden::corpus_tokens,
          one.first_number};
}

thalweg::DocumentSchedule golden_schedule(const golden::Case& one) {
  return {
      {{1e300, {one.scale, one.offset, one.decay}}}, {one.burn_in, 1, 1}, one.clumped, one.seed};
}

void check_counts(const Model& model, const golden::Case& one, int64_t n_copies = 1) {
  Worst counts("N^Phi"), totals("N^Z");
  // Counts that decay away underflow sooner in floats.
  const double floor = 1e-15 * golden::corpus_tokens;
  for (int64_t k = 0; k < model.n_topics; ++k) {
    const int64_t topic = k % one.n_topics;
    totals.compare(model.totals[k] * n_copies, one.totals[topic], 0, topic, k);
    for (int64_t w = 0; w < model.n_words; ++w) {
      const double expected = one.counts[w * one.n_topics + topic];
      counts.compare(model.count(w, k) * n_copies, expected, floor, w, k);
      if (expected == 0) CHECK(model.scaled[w * model.stride + k] == 0);
    }
  }
  CHECK_OR_SAY(counts.small(), counts.where());
  CHECK_OR_SAY(totals.small(), totals.where());
}

void check_training(const InstructionSet& instructions, const golden::Case& one,
                    int64_t n_copies = 1) {
  const Corpus corpus = golden_corpus();
  Model model = golden_model(one.n_topics, one.sparse_prior, n_copies);
  model.locked.assign(model.stride, 0);
  for (int64_t k = 0; k < model.n_topics; ++k) model.locked[k] = one.locked[k % one.n_topics];
  const thalweg::Progress progress =
      train(instructions, model, corpus.documents(), golden_run(one), golden_schedule(one));
  CHECK(progress.n_batches == one.run.n_batches);
  CHECK(progress.n_documents == one.run.batches[one.run.n_batches]);
  CHECK(progress.corpus_tokens == one.run.corpus_tokens[one.run.n_batches - 1]);
  CHECK(!progress.cancelled);
  check_counts(model, one, n_copies);
  for (const double scale : model.scale) CHECK(scale == 0 || (scale >= 1e-15 && scale <= 1e15));
}

// Topics that are split into equal copies behave as one. This reaches rows of 1 to 19 vectors of 8:
// every unrolled length of the kernel and every remainder of its loops, with values in every lane.
void check_split_topics(const InstructionSet& instructions, const golden::Case& one) {
  for (int64_t n_copies = 2; one.n_topics * n_copies <= 150; ++n_copies)
    check_training(instructions, one, n_copies);
}

void check_kept_counts(const InstructionSet& instructions) {
  const golden::Case& one = golden::kept_case[0];
  const Corpus corpus = golden_corpus();
  Model model = golden_model(one.n_topics, false);
  std::vector<float> counts(golden::n_documents * model.stride);
  std::vector<double> clocks(golden::n_documents);
  for (int64_t j = 0; j < golden::n_documents; ++j)
    for (int64_t k = 0; k < one.n_topics; ++k)
      counts[j * model.stride + k] = golden::kept_initial[j * one.n_topics + k];

  // In two calls: the counts and the clocks are all that is carried from one to the other.
  const thalweg::DocumentSchedule schedule = golden_schedule(one);
  const thalweg::Documents documents = corpus.documents();
  thalweg::Scvb0Run run = golden_run(one);
  for (const auto& [from, to] : {std::pair<int64_t, int64_t>{0, 2}, {2, one.run.n_batches}}) {
    run.minibatches.offsets = one.run.batches + from;
    run.minibatches.steps = one.run.steps + from;
    run.minibatches.n_batches = to - from;
    thalweg::Topics topics = model.topics();
    thalweg::Workspace workspace;
    thalweg::train(instructions, documents, run, schedule, model.prior(), topics, topics,
                   {counts.data(), clocks.data()}, threads(2), workspace);
  }

  check_counts(model, one);
  Worst worst("N^Theta");
  for (int64_t j = 0; j < golden::n_documents; ++j) {
    CHECK(clocks[j] == golden::kept_clocks[j]);
    for (int64_t k = 0; k < one.n_topics; ++k) {
      const double expected = golden::kept_counts[j * one.n_topics + k];
      worst.compare(counts[j * model.stride + k], expected, model.alpha[k], j, k);
    }
    for (int64_t k = one.n_topics; k < model.stride; ++k) CHECK(counts[j * model.stride + k] == 0);
  }
  CHECK_OR_SAY(worst.small(), worst.where());
}

// As exact as it gets: the reference makes 1000 passes too.
constexpr thalweg::Convergence convergence{1000, 0};

void check_inference(const InstructionSet& instructions, const golden::FixedTopics& fixed) {
  const Corpus corpus = golden_corpus();
  Model model = golden_model(fixed.n_topics, fixed.sparse_prior);
  const Model before = model;
  std::vector<float> theta(golden::n_documents * fixed.n_topics);
  CHECK(thalweg::infer(instructions, corpus.documents(), golden::n_documents, model.prior(),
                       model.topics(), convergence, theta.data(), threads(1)));
  Worst worst("theta");
  for (int64_t j = 0; j < golden::n_documents; ++j)
    for (int64_t k = 0; k < fixed.n_topics; ++k) {
      const int64_t i = j * fixed.n_topics + k;
      worst.compare(theta[i], fixed.theta[i], 0, j, k);
    }
  CHECK_OR_SAY(worst.small(), worst.where());
  CHECK(model.same_counts(before));
}

void check_log_likelihood(const InstructionSet& instructions, const golden::FixedTopics& fixed) {
  const Corpus observed = golden_corpus();
  Corpus scored;
  for (int64_t j = 0; j < golden::n_documents; ++j) {
    const int64_t next = (j + 1) % golden::n_documents;
    for (int64_t i = observed.offsets[next]; i < observed.offsets[next + 1]; ++i)
      scored.add(observed.words[i], observed.counts[i]);
    scored.end_document();
  }
  Model model = golden_model(fixed.n_topics, fixed.sparse_prior);
  std::vector<double> computed(golden::n_documents);
  CHECK(thalweg::log_likelihood(instructions, observed.documents(), scored.documents(),
                                golden::n_documents, model.prior(), model.topics(), convergence,
                                computed.data(), threads(1)));
  Worst worst("log-likelihood");
  for (int64_t j = 0; j < golden::n_documents; ++j)
    worst.compare(computed[j], fixed.log_likelihood[j], 0, j, 0);
  CHECK_OR_SAY(worst.small(), worst.where());
}

}  // namespace

void golden_tests(const InstructionSet& instructions) {
  const std::string on = std::string(instructions.name) + ": ";
  for (const golden::Case& one : golden::cases)
    check::test(on + "training matches the reference: " + one.name,
                [&] { check_training(instructions, one); });
  for (const golden::Case& one : golden::cases)
    if (one.n_topics == 5)
      check::test(on + "topics split into equal copies match the reference: " + one.name,
                  [&] { check_split_topics(instructions, one); });
  check::test(on + "kept document counts match the reference",
              [&] { check_kept_counts(instructions); });
  for (const golden::FixedTopics& fixed : golden::fixed_topics) {
    const std::string topics = std::to_string(fixed.n_topics) + " topics";
    check::test(on + "theta under fixed topics matches the reference: " + topics,
                [&] { check_inference(instructions, fixed); });
    check::test(on + "log-likelihood matches the reference: " + topics,
                [&] { check_log_likelihood(instructions, fixed); });
  }
}
