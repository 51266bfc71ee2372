// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

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
  bool own = false;  ///< what slips has the motion's own forces, and those are of the others
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

/// What the motion's own forces at slipping contacts leave to the others at an instant.
struct Beside {
  std::vector<SplitBody> bodies;
  std::vector<SplitContact> contacts;  ///< those that slip take no part
};

Beside beside_slips(const ForceSample& here) {
  std::vector<Vector3> own(here.loads.size(), Vector3::Zero());
  std::vector<SplitContact> others = here.contacts;
  for (std::size_t k = 0; k < own.size(); ++k) {
    SplitContact& contact = others[k];
    if (contact.push != Push::Ray) continue;
    own[k] = in_world(contact, parts_along_slip(contact, here.loads[k]));
    contact.push = Push::Free;
    contact.normal_W.setZero();
    contact.tangents_W.fill(Vector3::Zero());
  }
  return {lacking(here.bodies, here.contacts, own), std::move(others)};
}

/// The pattern whose fixed parts are the motion's own forces where it slips, and beside them those
/// of a pattern of the others. What slips has no other force: to explain the rounding of a turn by
/// loads that are known may take large ones.
SplitPattern with_own_forces(const ForceSample& here, const Beside& rest, SplitPattern pattern) {
  const SplitForces beside = split_forces(rest.bodies, rest.contacts, pattern);
  for (std::size_t c = 0; c < pattern.size(); ++c) {
    const SplitContact& contact = here.contacts[c];
    const bool slips = contact.push == Push::Ray;
    if (slips) pattern[c].part = SplitRole::Part::None;
    pattern[c].fixed =
        slips ? parts_along_slip(contact, here.loads[c]) : parts_of(contact, beside.forces_W[c]);
  }
  return pattern;
}

/// The pattern of a way at an instant; `last` is the centred one of the instant before.
std::optional<SplitPattern> pattern_at(const ForceSample& here, const Way& way,
                                       std::optional<SplitPattern>& last) {
  const std::optional<Beside> rest =
      way.own ? std::optional(beside_slips(here)) : std::optional<Beside>();
  if (way.pattern == nullptr)
    last = centred_pattern(rest ? rest->bodies : here.bodies, rest ? rest->contacts : here.contacts,
                           last ? &*last : nullptr, kBarelyHeld);
  if (way.pattern == nullptr && !last) return std::nullopt;
  const SplitPattern& pattern = way.pattern != nullptr ? *way.pattern : *last;
  return rest ? with_own_forces(here, *rest, pattern) : pattern;
}

/// The forces at one instant, and how bad they are, over what is allowed.
struct Split {
  std::vector<Vector3> forces_W;
  double off = 0.0;
  double breach = 0.0;  ///< its part of that
};

Split split_at(const ForceSample& here, std::size_t kept, const SplitPattern& pattern,
               const Allowed& allowed) {
  SplitForces split = split_forces(here.bodies, here.contacts, pattern);
  double worst = 0.0;
  for (std::size_t k = 0; k < kept; ++k)
    worst = std::max(worst, breach(here.contacts[k], split.forces_W[k]) / allowed.breach);
  double off = std::max(worst, split.missing / std::max(allowed.missing, allowed.breach));
  if (split.missing > allowed.missing) split = completed_forces(here.bodies, here.contacts, split);
  off = std::max(off, split.missing / allowed.missing);
  for (std::size_t k = 0; k < kept; ++k) split.forces_W[k] += here.drags[k];
  return {std::move(split.forces_W), off, worst};
}

/// The forces of a course between its nodes, without those known beforehand.
std::vector<Vector3> forces_between(const ForceCourse& course, const ForceSample& here, double s) {
  const int count = static_cast<int>(course.nodes.s.size());
  const Eigen::VectorXd at = course.nodes.coefficients.transpose() * chebyshev_values(count, s);
  std::vector<Vector3> forces(here.contacts.size(), Vector3::Zero());
  for (std::size_t c = 0; c < here.drags.size(); ++c) {
    for (int j = 0; j < count; ++j) forces[c] += at[j] * course.forces[j][c];
    forces[c] -= here.drags[c];
  }
  return forces;
}

/// How far the force of a contact that slips is from its friction, over what is allowed of its
/// largest along the course; loads that are rounding have no direction.
double off_slip(const ForceCourse& course, std::size_t c, const SplitContact& contact,
                const Vector3& force_W, double least) {
  double most = 0.0;
  for (const std::vector<Vector3>& forces : course.forces) most = std::max(most, forces[c].norm());
  if (contact.push != Push::Ray || most <= least) return 0.0;
  const Vector3 parts = parts_of(contact, force_W);
  return (parts.tail<2>() - parts[0] * contact.ray).norm() / (kBesideSlip * most);
}

/// How bad forces that are centred at each node are between nodes, over what is allowed: their
/// polynomials must explain the motion there too, as far as no joints take part, and be friction
/// along the slips. Looked at where they may miss most, at two of the extremes of the first
/// polynomial that they leave out.
double off_between(const ForceSampler& sampler, const ForceStretch& stretch,
                   const ForceCourse& course, const ForceSample& middle, const Allowed& allowed) {
  const int count = static_cast<int>(course.nodes.s.size());
  double off = 0.0;
  for (const int k : {1, count / 2}) {
    if (count == 1) break;
    const double s = 0.5 * (1.0 + std::cos(std::numbers::pi * k / count));
    const ForceSample here =
        sampler.sample(stretch.kept, stretch.from + s * stretch.stride, {nullptr, &middle});
    const std::vector<Vector3> forces = forces_between(course, here, s);
    for (std::size_t c = 0; c < stretch.kept.size(); ++c)
      off = std::max(off, off_slip(course, c, here.contacts[c], forces[c], allowed.breach));
    if (!sampler.joints().empty()) continue;
    for (const SplitBody& body : lacking(here.bodies, here.contacts, forces))
      off = std::max({off, body.wrench_W.head<3>().norm() / allowed.missing,
                      body.wrench_W.tail<3>().norm() / (body.reach * allowed.missing)});
  }
  return off;
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
      const std::optional<SplitPattern> pattern = pattern_at(here, way, centred);
      if (!pattern) {
        made.worst = std::numeric_limits<double>::infinity();
        return made;
      }
      split = split_at(here, stretch.kept.size(), *pattern, allowed);
      made.worst = std::max(made.worst, split.off);
      made.best = std::min(made.best, split.off);
      made.breach = std::max(made.breach, split.breach);
    }
    made.joints.push_back(
        joint_wrenches(here.cluster, sampler.joints(), here.needed, here.contacts, split.forces_W));
    made.forces.push_back(std::move(split.forces_W));
  }
  if (way.pattern == nullptr && made.worst <= 1.0) {
    made.between = off_between(sampler, stretch, made, middle, allowed);
    made.worst = std::max(made.worst, made.between);
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
  const bool few = count > kFewNodes && sampler.joints().empty() && sampler.accelerates_evenly();
  const ForceSample middle = sampler.sample(stretch.kept, stretch.from + 0.5 * stretch.stride);
  const double most_breach = allowed_on(motion, stretch.stride).breach;
  const auto chosen = [&](const auto& bodies, const auto& contacts) {
    return stretch.kept.empty() ? SplitPattern(contacts.size())
                                : choose_pattern(bodies, contacts, most_breach);
  };
  std::optional<ForceCourse> best;
  const auto good_by = [&](const Way& way) {
    ForceCourse course = course_of(sampler, stretch, middle, way, few ? kFewNodes : count);
    if (few && std::isfinite(course.worst) && !is_smooth(motion, course))
      course = course_of(sampler, stretch, middle, way, count);
    if (!best || course.worst < best->worst) best = std::move(course);
    return best->worst <= 1.0;
  };
  if (!motion.loads.empty()) {
    const Beside rest = beside_slips(middle);
    const SplitPattern beside = chosen(rest.bodies, rest.contacts);
    if (good_by({&beside, 0.0, true}) || good_by({nullptr, 0.0, true})) return std::move(*best);
  }
  const SplitPattern pattern = chosen(middle.bodies, middle.contacts);
  if (!good_by({&pattern}) && !good_by({nullptr}) && slides(motion.mode) && best->between <= 1.0)
    good_by({&pattern, kLean});
  return std::move(*best);
}

std::optional<ForceStretch> without_bare_slips(const ForceSampler& sampler,
                                               const ForceStretch& stretch,
                                               const ForceCourse& course) {
  const double least = allowed_on(sampler.motion(), stretch.stride).breach;
  ForceStretch less{{}, stretch.from, stretch.stride};
  bool found = false;
  for (std::size_t k = 0; k < stretch.kept.size(); ++k) {
    double most = 0.0;  // N
    double pull = 0.0;
    for (std::size_t j = 0; j < course.forces.size(); ++j) {
      most = std::max(most, course.forces[j][k].norm());
      pull = std::max(pull, -course.samples[j].contacts[k].normal_W.dot(course.forces[j][k]));
    }
    const bool bare = stretch.kept[k].state == trace::ContactState::Slip && most <= least;
    if (!bare) less.kept.push_back(stretch.kept[k]);
    found = found || (bare && pull > 0.0);
  }
  return found && !less.kept.empty() ? std::optional(std::move(less)) : std::nullopt;
}

}  // namespace rigor
