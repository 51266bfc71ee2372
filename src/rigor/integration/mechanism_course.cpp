// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/chebyshev/first_root.hpp>
#include <rigor/integration/mechanism_course.hpp>

namespace rigor {
namespace {

constexpr std::array<int, 3> kDegrees{8, 12, kMaxCollocationDegree};
constexpr int kMaxAttempts = 80;
constexpr double kMaxGrowth = 4.0;
constexpr double kSafety = 0.9;
constexpr double kShorter = 0.4;  ///< after an iteration that did not converge
/// Paths of links are this fraction of the band's half width true to the joints at least, so that
/// joints stay closed and jumps between segments small (both far below 1e-9 m).
constexpr double kPathShare = 0.1;

const Mechanism& tree_of(const World& world, const MechanismDeparture& from) {
  return world.model->mechanisms[static_cast<std::size_t>(from.mechanism)];
}

/// The first length from the motion's own rates: a radian of turning, or of the pendulum it is.
double first_length(const MechanismWorkspace& workspace, const Mechanism& tree,
                    const JointState& joints) {
  const auto a = workspace.bodies.vdot.segment(tree.first_v, tree.end_v - tree.first_v);
  const double rate = std::max(joints.v.cwiseAbs().maxCoeff(), std::sqrt(a.cwiseAbs().maxCoeff()));
  return rate > 0.0 ? 1.0 / rate : std::numeric_limits<double>::infinity();
}

struct TreeStep {
  MechanismStep motion;
  StepControl used;
};

/// How many times too large the step's errors are; at most 1 is accepted.
double excess(const MechanismStep& step, const Tolerances& tolerances) {
  const double path = std::min(tolerances.tol, kPathShare * Tolerances::kBand * tolerances.skin);
  return std::max(step.error / tolerances.tol, step.path_error / path);
}

/// The longest step near the proposed one whose errors meet the tolerances.
std::variant<TreeStep, Refusal> step(const World& world, const MechanismDeparture& from,
                                     StepControl control, MechanismWorkspace& workspace) {
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    MechanismStep motion = collocate(*world.model, tree_of(world, from), from.joints,
                                     control.length, control.degree, workspace);
    const double errors = excess(motion, world.tolerances);
    if (motion.converged && errors <= 1.0) return TreeStep{std::move(motion), control};
    const auto higher = std::upper_bound(kDegrees.begin(), kDegrees.end(), control.degree);
    if (!motion.converged)
      control.length *= kShorter;
    else if (higher != kDegrees.end())
      control.degree = *higher;
    else
      control.length *= std::max(0.2, kSafety * std::pow(errors, -1.0 / control.degree));
    if (!(control.length > 0.0)) break;
  }
  return Refusal{RefusalKind::Inconsistent, "no step length of a mechanism meets the tolerance"};
}

StepControl next_step(const TreeStep& done, const Tolerances& tolerances) {
  const double errors = std::max(excess(done.motion, tolerances), 1e-300);
  const double growth = kSafety * std::pow(errors, -1.0 / done.used.degree);
  return {done.used.length * std::clamp(growth, 0.2, kMaxGrowth), kMaxCollocationDegree};
}

/// One constant column per link.
MechanismStep still(const World& world, const MechanismDeparture& from,
                    MechanismWorkspace& workspace) {
  const Mechanism& tree = tree_of(world, from);
  store(tree, from.joints, workspace.state);
  update_poses(*world.model, tree, workspace.state, workspace.poses);
  MechanismStep step;
  step.coordinates = from.joints.q;
  step.velocities = from.joints.v;
  step.converged = true;
  for (int i = tree.first_link; i < tree.end_link; ++i) {
    const Pose& X_WL = workspace.poses[static_cast<std::size_t>(i)];
    const std::array<double, 4> q = wxyz(X_WL.rotation);
    step.paths.emplace_back(7, 1);
    step.paths.back() << X_WL.translation, q[0], q[1], q[2], q[3];
  }
  return step;
}

trace::Segment make_segment(const MechanismCourse& course, const Eigen::MatrixXd& path,
                            std::uint32_t body, double length) {
  trace::Segment segment;
  segment.body = body;
  segment.index = course.from.segment;
  segment.start = course.from.time;
  segment.end = course.until;
  segment.length = length;
  segment.error_estimate = std::max(course.motion.error, course.motion.path_error);
  segment.reason = trace::EndReason::Accuracy;
  if (course.at_rest) segment.reason = trace::EndReason::Rest;
  write_path(path, segment);
  return segment;
}

/// Segments, paths and watches of the links that can move. Returns the bodies at the start.
void add_links(const World& world, double length, MechanismCourse& course) {
  const Mechanism& tree = tree_of(world, course.from);
  course.paths.world = &world;
  Cluster at_start;
  at_start.time = course.from.time;
  for (int i = tree.first_link; i < tree.end_link; ++i) {
    const auto body = static_cast<std::uint32_t>(i);
    if (world.bodies[body].role != BodyRole::Link) continue;
    const Eigen::MatrixXd& path =
        course.motion.paths[static_cast<std::size_t>(i - tree.first_link)];
    course.segments.push_back(make_segment(course, path, body, length));
    course.paths.bodies.push_back(body);
    course.paths.paths.push_back(body_path(course.segments.back()));
    course.paths.segments.push_back(course.from.segment);
    const Pose X_WB = pose_at(course.paths.paths.back(), 0.0);
    BodyState state;
    state.x = X_WB.translation;
    state.q = X_WB.rotation;
    at_start.bodies.push_back(body);
    at_start.states.push_back(state);
  }
  course.watches = make_watches(course.paths, at_start, {});
}

void end_at(MechanismCourse& course, double s) {
  course.until = std::min(course.until, time_at_most(course.paths.paths.front().clock, s));
}

/// Ends the course before a link comes to δ from a half-space.
void find_half_spaces(const World& world, MechanismCourse& course) {
  const Clock& clock = course.paths.paths.front().clock;
  for (const PlaneWatch& plane : course.watches.planes) {
    SegmentEnd end;
    end.s = fraction_at(clock, course.until).hi;
    find_exits({{plane}, {}}, world.tolerances, end);
    if (end.reason != trace::EndReason::Touch) continue;
    end_at(course, end.s);
    course.meets = plane.pair;
  }
}

/// Ends the course before a joint comes to a limit.
void find_limits(const World& world, MechanismCourse& course) {
  const Mechanism& tree = tree_of(world, course.from);
  const Clock& clock = course.paths.paths.front().clock;
  for (int i = tree.first_link; i < tree.end_link; ++i) {
    const Link& link = world.model->links[static_cast<std::size_t>(i)];
    if (!has_plain_coordinates(link.joint)) continue;
    for (int k = 0; k < link.velocities; ++k) {
      const Dof& dof = link.dofs[static_cast<std::size_t>(k)];
      const Eigen::VectorXd q = course.motion.coordinates.row(link.first_q - tree.first_q + k);
      const ChebModel model(std::span<const double>(q.data(), static_cast<std::size_t>(q.size())));
      for (const bool upper : {false, true}) {
        const double level = upper ? dof.upper : dof.lower;
        if (!std::isfinite(level)) continue;
        const double to = std::min(1.0, fraction_at(clock, course.until).hi);
        const RootOutcome root =
            upper ? first_above(model, level, 0.0, to) : first_below(model, level, 0.0, to);
        if (std::holds_alternative<StaysAbove>(root)) continue;
        const auto* crosses = std::get_if<Crosses>(&root);
        const auto* open = std::get_if<Undecided>(&root);
        end_at(course, crosses != nullptr ? crosses->lo : open != nullptr ? open->lo : 0.0);
        course.limit = LimitId{i, upper};
        course.meets.reset();
      }
    }
  }
}

}  // namespace

MechanismOutcome make_course(const World& world, MechanismDeparture from,
                             const trace::Time& horizon, MechanismWorkspace& workspace) {
  const Mechanism& tree = tree_of(world, from);
  MechanismCourse course;
  course.from = std::move(from);
  std::vector<double> radii;
  for (const Body& body : world.bodies) radii.push_back(body.radius);
  const double longest = trace::elapsed(course.from.time, horizon) * kLonger;
  double length = longest;
  course.until = horizon;
  course.at_rest =
      stays_at_rest(*world.model, tree, course.from.joints, radii, world.pull(), workspace);
  if (course.at_rest) {
    course.motion = still(world, course.from, workspace);
  } else {
    StepControl control = course.from.step;
    if (control.length <= 0.0) {
      accelerate(*world.model, tree, course.from.joints, workspace);
      control = {first_length(workspace, tree, course.from.joints), kDegrees[1]};
    }
    control.length = std::min(control.length, longest);
    auto stepped = step(world, course.from, control, workspace);
    if (const auto* refusal = std::get_if<Refusal>(&stepped)) return *refusal;
    auto& done = std::get<TreeStep>(stepped);
    length = done.used.length;
    course.next = next_step(done, world.tolerances);
    course.motion = std::move(done.motion);
    if (length < longest) course.until = time_at_most({course.from.time, length}, 1.0);
  }
  if (!(course.from.time < course.until))
    return Refusal{RefusalKind::Inconsistent, "a mechanism moves too fast for any step"};
  add_links(world, length, course);
  if (!course.at_rest && course.until == horizon)
    for (trace::Segment& segment : course.segments) segment.reason = trace::EndReason::Stop;
  for (const BodyPath& path : course.paths.paths)
    if (!has_proper_rotation(path))
      return Refusal{RefusalKind::Inconsistent, "a link's orientation left its range"};
  find_half_spaces(world, course);
  if (!course.at_rest) find_limits(world, course);
  return course;
}

JointState joints_at(const World& world, const MechanismCourse& course, const trace::Time& t) {
  if (course.at_rest) return course.from.joints;
  const double s = fraction_at(course.paths.paths.front().clock, t).lo;
  return joints_at(*world.model, tree_of(world, course.from), course.motion, s);
}

std::vector<trace::Segment> segments_until(const MechanismCourse& course, const trace::Time& end) {
  std::vector<trace::Segment> segments = course.segments;
  for (trace::Segment& segment : segments) {
    if (!(end < segment.end)) continue;
    segment.end = end;
    if (course.at_rest) continue;
    segment.reason = end != course.until ? trace::EndReason::Stop
                     : course.limit      ? trace::EndReason::Limit
                     : course.meets      ? trace::EndReason::Touch
                                         : trace::EndReason::Stop;
  }
  return segments;
}

std::optional<std::vector<trace::Certificate>> certificates_until(const MechanismCourse& course,
                                                                  const trace::Time& end) {
  return certificates(course.watches, course.paths, {course.from.time, end});
}

}  // namespace rigor
