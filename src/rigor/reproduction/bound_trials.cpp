// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/reproduction/bound_trials.hpp>

namespace rigor {
namespace {

constexpr int kInstants = 20;

Quaternion about(int axis, double angle) { return exp_rotation(angle * Vector3::Unit(axis)); }

Vector3 random_direction(Random& random) {
  const auto x = random.direction<3>();
  return {x[0], x[1], x[2]};
}

Quaternion random_rotation(Random& random) {
  const auto q = random.direction<4>();
  return {q[0], q[1], q[2], q[3]};
}

Vector3 random_vector(Random& random, double size) {
  const double x = random.uniform(-size, size);
  const double y = random.uniform(-size, size);
  return {x, y, random.uniform(-size, size)};
}

ChainJoint described(const TrialJoint& from, bool corrected) {
  const double a = std::abs(from.rate[0]);
  const double b = std::abs(from.rate[1]);
  const double c = std::abs(from.rate[2]);
  switch (from.kind) {
    case TrialJointKind::Prismatic:
      return {ChainJointKind::Prismatic, a, std::abs(from.q[0]), 0.0};
    case TrialJointKind::Universal:
      return {ChainJointKind::Universal, std::hypot(a, b), 0.0, 0.0};
    case TrialJointKind::EulerAngles:
      return {ChainJointKind::Spherical, corrected ? a + b + c : std::hypot(a, b, c), 0.0, 0.0};
    case TrialJointKind::Revolute:
      break;
  }
  return {ChainJointKind::Revolute, a, 0.0, 0.0};
}

TrialJointKind kind_of(const TrialClass& of, int i, int count, Random& random) {
  if (of.kind != TrialJointKind::Prismatic) return of.kind;
  const bool slides = random.index(2) == 0;
  if (i == 0) return TrialJointKind::Revolute;
  if (i == count - 1) return of.last_slides ? TrialJointKind::Prismatic : TrialJointKind::Revolute;
  return slides ? TrialJointKind::Prismatic : TrialJointKind::Revolute;
}

}  // namespace

Vector3 place(const TrialChain& chain, const Vector3& p, double t) {
  Quaternion R = chain.floating ? exp_rotation(t * chain.w) : Quaternion::Identity();
  Vector3 x = chain.floating ? Vector3(t * chain.v) : Vector3::Zero();
  for (const TrialJoint& joint : chain.joints) {
    x += R * joint.offset;
    R = R * joint.mounting;
    const auto at = [&](std::size_t i) { return joint.q[i] + t * joint.rate[i]; };
    switch (joint.kind) {
      case TrialJointKind::Revolute:
        R = R * about(2, at(0));
        break;
      case TrialJointKind::Prismatic:
        x += R * Vector3(0, 0, at(0));
        break;
      case TrialJointKind::Universal:
        R = R * about(0, at(0)) * about(1, at(1));
        break;
      case TrialJointKind::EulerAngles:
        R = R * about(2, at(0)) * about(0, at(1)) * about(2, at(2));
        break;
    }
  }
  return x + R * p;
}

Chain described(const TrialChain& trial, const Vector3& d, bool corrected) {
  Chain chain;
  if (trial.floating)
    chain.base = {std::abs(trial.v.dot(d)), trial.w.norm(), trial.joints[0].offset.norm()};
  for (std::size_t i = 0; i < trial.joints.size(); ++i) {
    ChainJoint joint = described(trial.joints[i], corrected);
    if (i + 1 < trial.joints.size()) joint.length = trial.joints[i + 1].offset.norm();
    chain.joints.push_back(joint);
  }
  chain.radius = trial.radius;
  chain.reach = trial.middle.norm() + trial.radius;
  return chain;
}

const std::vector<TrialClass>& trial_classes() {
  using Kind = TrialJointKind;
  static const std::vector<TrialClass> kClasses{
      {"joint inside the link's sphere", false, 0.0, Kind::Revolute},
      {"universal joints", false, 0.0, Kind::Universal},
      {"sliders without fixed length", false, 0.0, Kind::Prismatic},
      {"first joint at the base point", true, 0.0, Kind::Revolute},
      {"link 3 r away from its joint", false, 0.0, Kind::Revolute, 3.0},
      {"floating base, first joint 0.5 m off", true, 0.5, Kind::Revolute},
      {"last joint slides", false, 0.0, Kind::Prismatic, 1.0, 0.0, true},
      {"sliders with 0.5 m of fixed length", false, 0.0, Kind::Prismatic, 1.0, 0.5},
      {"spherical joint in Euler rates", false, 0.0, Kind::EulerAngles},
  };
  return kClasses;
}

TrialChain random_chain(const TrialClass& of, Random& random) {
  TrialChain chain;
  chain.floating = of.floating;
  chain.v = random.unit() < 0.3 ? Vector3(0, 0, 0) : random_vector(random, 1.0);
  chain.w = random_vector(random, 1.0);
  chain.radius = random.uniform(0.05, 0.5);
  const int least = of.kind == TrialJointKind::Prismatic ? 2 : 1;
  const int count = std::max(1 + random.index(5), least);
  for (int i = 0; i < count; ++i) {
    TrialJoint joint;
    joint.kind = kind_of(of, i, count, random);
    joint.mounting = random_rotation(random);
    double length = random.uniform(0.1, 1.0);
    if (i == 0)
      length = of.first_offset;
    else if (chain.joints.back().kind == TrialJointKind::Prismatic)
      length = of.slider_offset;
    joint.offset = length * random_direction(random);
    const bool slow = joint.kind != TrialJointKind::Prismatic && random.index(3) == 0;
    for (std::size_t k = 0; k < 3; ++k) {
      joint.q[k] = random.uniform(-1.0, 1.0);
      joint.rate[k] = (slow ? 0.05 : 1.0) * random.uniform(-1.0, 1.0);
    }
    chain.joints.push_back(joint);
  }
  chain.middle = of.middle * chain.radius * random_direction(random);
  return chain;
}

BoundTrial bound_trial(const TrialClass& of, int index, Random& random) {
  const TrialChain chain = random_chain(of, random);
  const Vector3 p = chain.middle + chain.radius * random_direction(random);
  Vector3 d = random_direction(random);
  const Vector3 start = place(chain, p, 0.0);
  if (index % 2 == 1) {
    const Vector3 first = place(chain, p, 1e-6) - start;
    if (first.norm() > 0.0) d = first.normalized();
  }
  const double printed = printed_chain_speed(described(chain, d, false));
  const double corrected = chain_speed(described(chain, d, true), 1.0);
  BoundTrial trial;
  for (int k = 1; k <= kInstants; ++k) {
    const double t = static_cast<double>(k) / kInstants;
    const double way = std::abs(d.dot(place(chain, p, t) - start));
    trial.printed_ratio = std::max(trial.printed_ratio, way / (printed * t));
    trial.corrected_ratio = std::max(trial.corrected_ratio, way / (corrected * t));
  }
  return trial;
}

}  // namespace rigor
