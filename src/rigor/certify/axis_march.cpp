// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <rigor/certify/axis_march.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// Samples after which a march gives up, with nothing: grazing gaps are for models, and many short
/// proofs are worth less than one of theirs.
constexpr int kMostSamplesOfMarch = 40;
/// Edges closer to parallel than this (sine) are for models.
constexpr double kLeastSineOfMarch = 0x1p-10;
/// More than the rounding of bounds computed from bounds.
constexpr double kInflate = 1.0 + 0x1p-30;
/// The part of a permitted step that is taken.
constexpr double kCaution = 0.98;

/// Up to three gaps at one instant, metres, less what they may be off by: all must stay positive.
/// `apart`: the distance that errors and second derivatives depend on.
struct Look {
  double s = 0.0;
  std::array<double, 3> gaps{};
  double least = 0.0;
  double apart = 0.0;
};

/// One axis on its way. A second derivative is at most fixed + turning * apart, an error at most
/// error + error_apart * apart.
struct GapBounds {
  double fixed = 0.0;
  double turning = 0.0;
  double error = 0.0;
  double error_apart = 0.0;
};

struct March {
  const PairMotion& pair;
  const PairBounds& bounds;
  const Axis& axis;
  int count = 1;
  double approach = 0.0;  // how fast `apart` changes at most
  std::array<GapBounds, 3> gaps{};
  // Edges only: |a| |b|, and the |N| at which the bound |N| <= (N·N / m + m) / 2 is sharp.
  double edge_sizes = 1.0;
  double normal_size = 1.0;
};

double radius_of(const PieceShape& piece) { return piece.tree.radius(); }

/// What the sums of a look lose: `size` covers every term of them, in metres.
double rounding(double size) { return 32.0 * kUnit * size; }

/// A plane carried by one piece, n·d with d from the carrier's origin to a vertex of the other:
/// (n·d)'' = n''·d + 2 n'·d' + n·d''.
void set_carried(March& march) {
  const bool on_A = march.axis.carrier == AxisCarrier::A;
  const PathBounds& own = on_A ? march.bounds.a : march.bounds.b;
  const PathBounds& other = on_A ? march.bounds.b : march.bounds.a;
  const double radius = radius_of(on_A ? *march.pair.b : *march.pair.a);
  march.approach = march.bounds.approach;
  GapBounds& gap = march.gaps[0];
  gap.turning = own.turn;
  gap.fixed = own.turn * radius + 2.0 * own.spin * (march.bounds.approach + other.spin * radius) +
              march.bounds.bend + other.turn * radius;
  gap.error_apart = own.rotation_error + rounding(1.0);
  gap.error = own.place_error + other.place_error +
              (own.rotation_error + other.rotation_error) * radius +
              4.0 * kUnit * (march.bounds.a.farthest + march.bounds.b.farthest) +
              rounding(radius + std::abs(march.axis.plane.offset) + march.axis.level);
}

/// The plane's own place is rounded as in `prove`.
void set_world(March& march) {
  march.count = 2;
  const double rise = std::abs(march.axis.speed) * march.pair.clock().length;
  const double plane = rounding(std::abs(march.axis.plane.offset) + rise + march.axis.level) +
                       0x1p-61 * std::abs(march.axis.speed);
  for (const int i : {0, 1}) {
    const PathBounds& path = i == 0 ? march.bounds.b : march.bounds.a;
    const double radius = radius_of(i == 0 ? *march.pair.b : *march.pair.a);
    GapBounds& gap = march.gaps[i];
    gap.fixed = path.bend + path.turn * radius;
    gap.error =
        path.place_error + path.rotation_error * radius + plane + rounding(path.farthest + radius);
  }
}

/// The edges' vectors, as certificates have them.
struct EdgeVectors {
  Vector3 a0, a, b0, b;
};

EdgeVectors edge_vectors(const PairMotion& pair, const EdgePair& edges) {
  const auto va = pair.a->tree.vertices();
  const auto vb = pair.b->tree.vertices();
  const Vector3& a0 = va[edges.edge_a[0]];
  const Vector3& b0 = vb[edges.edge_b[0]];
  return {a0, edges.sign * (va[edges.edge_a[1]] - a0), b0, vb[edges.edge_b[1]] - b0};
}

/// N = R_A a x R_B b over |a| |b|: |N'| <= ω_A + ω_B = ω and |N''| <= Ω = turn_A + turn_B + 2 ω_A
/// ω_B. Gap 0 is N·d - level (N·N / m + m) / 2 with d from edge to edge, gaps 1 and 2 say how far
/// the other vertices are behind the planes: (R_A u)·(R_B v)'' is at most |u| |v| Ω.
void set_edges(March& march, const EdgeVectors& v) {
  march.count = 3;
  const PathBounds& a = march.bounds.a;
  const PathBounds& b = march.bounds.b;
  const double spin = a.spin + b.spin;
  const double turn = a.turn + b.turn + 2.0 * a.spin * b.spin;
  const double m = march.normal_size / march.edge_sizes;
  const double lever_a = v.a0.norm();
  const double lever_b = v.b0.norm();
  const double turned = a.rotation_error + b.rotation_error + rounding(1.0);  // error of N
  march.approach = march.bounds.approach + a.spin * lever_a + b.spin * lever_b;
  GapBounds& distance = march.gaps[0];
  distance.turning = turn;
  distance.fixed = 2.0 * spin * march.approach + march.bounds.bend + a.turn * lever_a +
                   b.turn * lever_b + march.axis.level / m * (spin * spin + turn);
  distance.error_apart = turned;
  distance.error = a.place_error + b.place_error + a.rotation_error * lever_a +
                   b.rotation_error * lever_b + march.axis.level / m * turned +
                   4.0 * kUnit * (march.bounds.a.farthest + march.bounds.b.farthest) +
                   rounding(lever_a + lever_b);
  for (const int i : {1, 2}) {
    const double across = 2.0 * radius_of(i == 1 ? *march.pair.a : *march.pair.b);
    march.gaps[i].fixed = across * turn;
    march.gaps[i].error = across * turned;
  }
}

Look look_carried(March& march, const PairPose& pose) {
  const bool on_A = march.axis.carrier == AxisCarrier::A;
  const Pose& X_WC = on_A ? pose.X_WA : pose.X_WB;
  const Pose& X_WO = on_A ? pose.X_WB : pose.X_WA;
  const SupportMap& tops = on_A ? march.pair.b->tops : march.pair.a->tops;
  const double side = on_A ? 1.0 : -1.0;
  const Vector3 n_W = side * (X_WC.rotation * march.axis.plane.normal);
  const Vector3 d = X_WO.translation - X_WC.translation;
  const double lowest = -tops.highest(X_WO.rotation.conjugate() * -n_W).height;
  Look look;
  look.apart = d.norm();
  look.gaps[0] = n_W.dot(d) + lowest - side * march.axis.plane.offset - march.axis.level;
  return look;
}

Look look_world(March& march, const PairPose& pose, double s) {
  const Vector3& n_W = march.axis.plane.normal;
  const double since = trace::elapsed(march.pair.span.begin, march.axis.anchor);
  const double plane =
      march.axis.plane.offset + march.axis.speed * (s * march.pair.clock().length - since);
  Look look;
  look.gaps[0] = n_W.dot(pose.X_WB.translation) -
                 march.pair.b->tops.highest(pose.X_WB.rotation.conjugate() * -n_W).height - plane -
                 0.5 * march.axis.level;
  look.gaps[1] = plane - n_W.dot(pose.X_WA.translation) -
                 march.pair.a->tops.highest(pose.X_WA.rotation.conjugate() * n_W).height -
                 0.5 * march.axis.level;
  return look;
}

Look look_edges(March& march, const PairPose& pose) {
  const EdgeVectors v = edge_vectors(march.pair, march.axis.edges);
  const Vector3 a_W = pose.X_WA.rotation * v.a;
  const Vector3 b_W = pose.X_WB.rotation * v.b;
  const Vector3 N = a_W.cross(b_W) / march.edge_sizes;
  const double m = march.normal_size / march.edge_sizes;
  const Vector3 d = (pose.X_WB.translation - pose.X_WA.translation) +
                    (pose.X_WB.rotation * v.b0 - pose.X_WA.rotation * v.a0);
  const Vector3 N_A = pose.X_WA.rotation.conjugate() * N;
  const Vector3 N_B = pose.X_WB.rotation.conjugate() * -N;
  Look look;
  look.apart = d.norm();
  look.gaps[0] = N.dot(d) - march.axis.level * 0.5 * (N.squaredNorm() / m + m);
  look.gaps[1] =
      N_A.dot(v.a0) - march.pair.a->tops.highest_but(N_A, march.axis.edges.edge_a).height;
  look.gaps[2] =
      N_B.dot(v.b0) - march.pair.b->tops.highest_but(N_B, march.axis.edges.edge_b).height;
  return look;
}

/// What is seen at s, where the pieces are at `pose` up to the errors in the march's bounds.
Look look_at(March& march, double s, const PairPose& pose) {
  Look look = march.axis.carrier == AxisCarrier::Edges   ? look_edges(march, pose)
              : march.axis.carrier == AxisCarrier::World ? look_world(march, pose, s)
                                                         : look_carried(march, pose);
  look.s = s;
  look.least = kNoBound;
  for (int i = 0; i < march.count; ++i) {
    look.gaps[i] -= raised(march.gaps[i].error + march.gaps[i].error_apart * look.apart);
    look.least = std::min(look.least, look.gaps[i]);
  }
  return look;
}

PairPose pose_at(const March& march, double s) {
  return {march.bounds.poses_a->at(s), march.bounds.poses_b->at(s)};
}

/// How far one may go from a look: bounds hold up to `limit`.
struct Permit {
  std::array<double, 3> curvatures{};
  double limit = 0.0;
  double safe = 0.0;   // to any look that is positive
  double apart = 0.0;  // what `apart` may grow by on the way
};

double least_root(const March& march, const Look& look, const std::array<double, 3>& curvatures) {
  double step = kNoBound;
  for (int i = 0; i < march.count; ++i) {
    step = std::min(step, std::sqrt(2.0 * look.gaps[i] / curvatures[i]));
  }
  return step;
}

std::array<double, 3> curvatures(const March& march, double apart) {
  std::array<double, 3> result{};
  for (int i = 0; i < march.count; ++i) {
    result[i] = kInflate * (march.gaps[i].fixed + march.gaps[i].turning * apart) + kUnderflow;
  }
  return result;
}

Permit permit_from(const March& march, const Look& look) {
  Permit permit;
  permit.limit = std::min(2.0 * least_root(march, look, curvatures(march, look.apart)), 1.0);
  permit.apart = kInflate * march.approach * permit.limit;
  const double error = march.gaps[0].error + march.gaps[0].error_apart * look.apart;
  permit.curvatures = curvatures(march, look.apart + error + permit.apart);
  permit.safe = kCaution * least_root(march, look, permit.curvatures);
  return permit;
}

/// A function with ends f and g > 0 and |second derivative| <= C stays positive on a stretch of
/// length h if C h² / 2 < (√f + √g)²: it is at least f (1-x) + g x - C h² x (1-x) / 2. Errors may
/// be larger on the way than at the ends, by as much as `apart` may grow.
bool stays_positive(const March& march, const Look& x, const Look& y, const Permit& permit) {
  const double h = (y.s - x.s) * kInflate;
  if (h > permit.limit * kInflate) return false;
  for (int i = 0; i < march.count; ++i) {
    const double more = march.gaps[i].error_apart * permit.apart;
    if (!(x.gaps[i] > more && y.gaps[i] > more)) return false;
    const double roots = std::sqrt(x.gaps[i] - more) + std::sqrt(y.gaps[i] - more);
    if (!(kInflate * 0.5 * permit.curvatures[i] * h * h < roots * roots)) return false;
  }
  return true;
}

/// Between the last good look and the first bad one. An end that stays twice counts half (the
/// Illinois method), so that both close in.
struct Bracket {
  std::optional<Look> bad;
  double good_weight = 1.0;
  double bad_weight = 1.0;
  int side = 0;
};

void note_bad(Bracket& bracket, const Look& look) {
  if (bracket.side < 0) bracket.good_weight *= 0.5;
  bracket.bad_weight = 1.0;
  bracket.side = -1;
  bracket.bad = look;
}

void note_good(Bracket& bracket) {
  if (bracket.side > 0) bracket.bad_weight *= 0.5;
  bracket.good_weight = 1.0;
  bracket.side = bracket.bad ? 1 : 0;
}

double root_between(const Look& good, const Bracket& bracket) {
  const double f = bracket.good_weight * good.least;
  const double g = bracket.bad_weight * bracket.bad->least;
  return good.s + std::clamp(f / (f - g), 0.02, 0.98) * (bracket.bad->s - good.s);
}

/// The step that should just be provable if the gaps fall evenly to zero at `expected`.
double promising_step(const Permit& permit, double to_expected) {
  constexpr double kPart = 0.97;
  if (!(to_expected > permit.safe)) return permit.limit;
  double step = permit.limit;
  for (int i = 0; i < 3; ++i) {
    step = kPart * permit.safe * (1.0 + std::sqrt(std::max(0.0, 1.0 - step / to_expected)));
  }
  return step;
}

AxisProof run(March& march, Look good, const MarchGoal& goal) {
  const double to = march.pair.end;
  const double tolerance = std::max(goal.tolerance, goal.rest * good.least);
  Bracket bracket;
  Permit permit = permit_from(march, good);
  double most = kNoBound;  // the next step, after one that could not be proved
  for (int i = 0; i < kMostSamplesOfMarch; ++i) {
    if (bracket.bad && good.least <= tolerance) return {good.s, bracket.bad->s};
    double s = goal.expected > good.s ? std::min(goal.expected, to) : to;
    if (bracket.bad) s = root_between(good, bracket);
    const double fails = bracket.bad ? bracket.bad->s : goal.expected;
    const double step = fails <= to ? promising_step(permit, fails - good.s) : permit.limit;
    s = std::min({s, good.s + step, good.s + most});
    if (!(s > good.s)) return {good.s, bracket.bad ? bracket.bad->s : good.s};
    const Look next = look_at(march, s, pose_at(march, s));
    if (!(next.least > 0.0)) {
      note_bad(bracket, next);
      continue;
    }
    if (!stays_positive(march, good, next, permit)) {
      most = permit.safe;
      continue;
    }
    note_good(bracket);
    good = next;
    if (good.s >= to) return {to, to};
    permit = permit_from(march, good);
    most = kNoBound;
  }
  return {goal.from, goal.from};
}

}  // namespace

AxisProof march(const PairMotion& pair, const PairBounds& bounds, const Axis& axis,
                const MarchGoal& goal) {
  March march{pair, bounds, axis};
  if (axis.carrier == AxisCarrier::Edges) {
    const EdgeVectors v = edge_vectors(pair, axis.edges);
    const PairPose end = pose_at(pair, std::clamp(goal.expected, goal.from, pair.end));
    march.edge_sizes = v.a.norm() * v.b.norm();
    march.normal_size = (end.X_WA.rotation * v.a).cross(end.X_WB.rotation * v.b).norm();
    if (!(march.normal_size > kLeastSineOfMarch * march.edge_sizes)) return {goal.from, goal.from};
    set_edges(march, v);
  } else if (axis.carrier == AxisCarrier::World) {
    set_world(march);
  } else {
    set_carried(march);
  }
  const Look first =
      look_at(march, goal.from, goal.start != nullptr ? *goal.start : pose_at(march, goal.from));
  if (!(first.least > 0.0)) return {goal.from, goal.from};
  return run(march, first, goal);
}

}  // namespace rigor
