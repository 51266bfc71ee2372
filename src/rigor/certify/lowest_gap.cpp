// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include <rigor/certify/lowest_gap.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr int kSamples = 9;             // of all vertices, for the first guess
constexpr int kVertexSamples = 33;      // of the one vertex that refuted a guess
constexpr double kMargin = 0.01;        // below the guess; a refuted guess costs one more round
constexpr int kPatientRounds = 6;       // rounds before the margin starts to double
constexpr int kMaxRounds = 80;          // the margin is astronomic long before
constexpr double kLeastMargin = 1e-15;  // metres; below the rounding of gaps of metre-sized bodies

double sample(int i, int count, double from, double to) {
  return i + 1 == count ? to : from + (to - from) * i / (count - 1);
}

/// The smallest sampled gap: an upper bound of the smallest one, to rounding.
double guess(const VertexGap& gap, const VertexTree& tree, double from, double to) {
  double least = kNoBound;
  for (int i = 0; i < kSamples; ++i) {
    const double s = sample(i, kSamples, from, to);
    const double constant = clenshaw(gap.constant.coefficients(), s);
    const double weight = clenshaw(gap.weight.coefficients(), s) * gap.normal_length.lo;
    Vector3 slope;
    for (int k = 0; k < 3; ++k) slope[k] = clenshaw(gap.slope[k].coefficients(), s);
    for (const Vector3& r : tree.vertices()) {
      least = std::min(least, (constant + slope.dot(r)) / weight);
    }
  }
  return least;
}

/// The smallest gap of r found by sampling [from, to] and closing in by golden section.
double least_gap(const VertexGap& gap, const Vector3& r, double from, double to) {
  int best = 0;
  double least = kNoBound;
  for (int i = 0; i < kVertexSamples; ++i) {
    const double value = gap_at(gap, r, sample(i, kVertexSamples, from, to));
    if (value < least) best = i;
    least = std::min(least, value);
  }
  double lo = sample(std::max(best - 1, 0), kVertexSamples, from, to);
  double hi = sample(std::min(best + 1, kVertexSamples - 1), kVertexSamples, from, to);
  constexpr double kGolden = 0.381966011250105;
  for (int i = 0; i < 40; ++i) {
    const double a = lo + kGolden * (hi - lo);
    const double b = hi - kGolden * (hi - lo);
    const double value_a = gap_at(gap, r, a);
    const double value_b = gap_at(gap, r, b);
    (value_a < value_b ? hi : lo) = value_a < value_b ? b : a;
    least = std::min({least, value_a, value_b});
  }
  return least;
}

std::uint32_t refuting_vertex(const ExitOutcome& outcome) {
  if (const auto* leaves = std::get_if<Leaves>(&outcome)) return leaves->vertex;
  if (const auto* grazes = std::get_if<Grazes>(&outcome)) return grazes->vertex;
  return std::get<StartsOutside>(outcome).vertex;
}

}  // namespace

double lowest_gap(const VertexGap& gap, const VertexTree& tree, double from, double to) {
  double estimate = guess(gap, tree, from, to);
  double margin = kMargin;
  for (int round = 0; round < kMaxRounds; ++round) {
    const double level =
        estimate - std::max(margin * std::abs(estimate), kLeastMargin * margin / kMargin);
    const ExitOutcome outcome = first_exit(gap, tree, GapLevels{level, {}}, from, to);
    if (std::holds_alternative<StaysInside>(outcome)) return level;
    const Vector3& r = tree.vertices()[refuting_vertex(outcome)];
    estimate = std::min(estimate, least_gap(gap, r, from, to));
    if (round >= kPatientRounds) margin *= 2.0;
  }
  return -kNoBound;
}

}  // namespace rigor
