// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/centred_split.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/force_course.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

/// How the forces of a stretch are found.
struct Way {
  const SplitPattern* pattern = nullptr;  ///< null: by the centred forces of each node
  double lean = 0.0;                      ///< of what slides
};

/// What is allowed, newtons.
struct Allowed {
  double breach = 0.0;
  double missing = 0.0;
};

Allowed allowed_on(const ForcedMotion& motion, double stride) {
  const double load = load_scale(motion.world, motion.start);
  return {kBreach * load,
          kUnexplained * load * std::max(1.0, kLongStretch / (stride * motion.length))};
}

/// The forces at one instant, and how bad they are, over what is allowed.
struct Split {
  std::vector<Vector3> forces_W;
  double off = 0.0;
};

Split split_at(const ForceSample& here, std::size_t kept, const SplitPattern& pattern,
               const Allowed& allowed) {
  SplitForces split = split_forces(here.bodies, here.contacts, pattern);
  double off = split.missing / std::max(allowed.missing, allowed.breach);
  for (std::size_t k = 0; k < kept; ++k)
    off = std::max(off, breach(here.contacts[k], split.forces_W[k]) / allowed.breach);
  if (split.missing > allowed.missing) split = completed_forces(here.bodies, here.contacts, split);
  off = std::max(off, split.missing / allowed.missing);
  for (std::size_t k = 0; k < kept; ++k) split.forces_W[k] += here.drags[k];
  return {std::move(split.forces_W), off};
}

ForceCourse course_of(const ForceSampler& sampler, const ForceStretch& stretch,
                      const ForceSample& middle, const Way& way, int count) {
  const Allowed allowed = allowed_on(sampler.motion(), stretch.stride);
  ForceCourse made{gauss_nodes(count)};
  std::optional<SplitPattern> centred;  // of the node before
  for (int j = 0; j < count; ++j) {
    made.samples.push_back(sampler.sample(stretch.kept,
                                          stretch.from + made.nodes.s[j] * stretch.stride,
                                          {j == 0 ? nullptr : &made.samples.back(), &middle}));
    for (SplitContact& contact : made.samples.back().contacts) contact.lean = way.lean;
    const ForceSample& here = made.samples.back();
    Split split{std::vector<Vector3>(here.contacts.size(), Vector3::Zero())};
    if (!stretch.kept.empty() || sampler.has_loops()) {
      if (way.pattern == nullptr)
        centred =
            centred_pattern(here.bodies, here.contacts, centred ? &*centred : nullptr, kBarelyHeld);
      if (way.pattern == nullptr && !centred) {
        made.worst = std::numeric_limits<double>::infinity();
        return made;
      }
      split = split_at(here, stretch.kept.size(), way.pattern != nullptr ? *way.pattern : *centred,
                       allowed);
      made.worst = std::max(made.worst, split.off);
      made.best = std::min(made.best, split.off);
    }
    made.joints.push_back(
        joint_wrenches(here.cluster, sampler.joints(), here.needed, here.contacts, split.forces_W));
    made.forces.push_back(std::move(split.forces_W));
  }
  return made;
}

/// The largest of the last two coefficients of the polynomials through the values.
template <class Value>
double tail_of(const ForceCourse& course, std::size_t contact, Value value) {
  const Eigen::Index count = course.nodes.s.size();
  Eigen::MatrixXd values(3, count);
  for (Eigen::Index j = 0; j < count; ++j)
    values.col(j) = value(static_cast<std::size_t>(j), contact);
  return (values * course.nodes.coefficients.bottomRows(2).transpose()).cwiseAbs().maxCoeff();
}

/// Whether nodes in between would show nothing else.
bool is_smooth(const ForcedMotion& motion, const ForceCourse& course) {
  const double load = load_scale(motion.world, motion.start);
  for (std::size_t k = 0; k < course.forces.front().size(); ++k) {
    const auto force = [&](std::size_t j, std::size_t c) { return course.forces[j][c]; };
    const auto point = [&](std::size_t j, std::size_t c) {
      return course.samples[j].contacts[c].point_W;
    };
    if (tail_of(course, k, force) > kUnexplained * load || tail_of(course, k, point) > kSmoothPath)
      return false;
  }
  return true;
}

}  // namespace

GaussNodes gauss_nodes(int count) {
  GaussNodes nodes{Eigen::VectorXd(count), Eigen::MatrixXd(count, count)};
  for (int j = 0; j < count; ++j) {
    const double angle = std::numbers::pi * (j + 0.5) / count;
    nodes.s[j] = 0.5 * (1.0 + std::cos(angle));
    for (int k = 0; k < count; ++k)
      nodes.coefficients(k, j) = (k == 0 ? 1.0 : 2.0) / count * std::cos(k * angle);
  }
  return nodes;
}

ForceCourse best_course(const ForceSampler& sampler, const ForceStretch& stretch) {
  const ForcedMotion& motion = sampler.motion();
  const int degree = static_cast<int>(motion.trajectory.paths.cols());
  const int count = degree == 1 ? 1 : std::max(degree, kLeastNodes);
  const ForceSample middle = sampler.sample(stretch.kept, stretch.from + 0.5 * stretch.stride);
  const double most_breach = allowed_on(motion, stretch.stride).breach;
  const SplitPattern pattern = stretch.kept.empty()
                                   ? SplitPattern(middle.contacts.size())
                                   : choose_pattern(middle.bodies, middle.contacts, most_breach);
  const auto course_by = [&](const Way& way, int nodes) {
    return course_of(sampler, stretch, middle, way, nodes);
  };
  const bool few = count > kFewNodes && sampler.joints().empty() && sampler.accelerates_evenly();
  ForceCourse course = course_by({&pattern}, few ? kFewNodes : count);
  if (few && !is_smooth(motion, course)) course = course_by({&pattern}, count);
  const auto try_way = [&](const Way& way) {
    ForceCourse other = course_by(way, count);
    if (other.worst < course.worst) course = std::move(other);
  };
  if (course.worst > 1.0) try_way({nullptr});
  if (course.worst > 1.0 && slides(motion.mode)) try_way({&pattern, kLean});
  return course;
}

}  // namespace rigor
