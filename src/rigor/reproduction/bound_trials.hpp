// SPDX-License-Identifier: Apache-2.0
// Random chains by their own forward kinematics: does a point of the last link ever move further
// along a direction than a bound of the paper allows?
#pragma once

#include <cstdint>
#include <vector>

#include <rigor/classic/mechanism_advancement.hpp>
#include <rigor/random.hpp>
#include <rigor/spatial/quaternion.hpp>

namespace rigor {

enum class TrialJointKind : std::uint8_t { Revolute, Prismatic, Universal, EulerAngles };

struct TrialJoint {
  TrialJointKind kind = TrialJointKind::Revolute;
  Vector3 offset = Vector3::Zero();              ///< from the joint before, m
  Quaternion mounting = Quaternion::Identity();  ///< of its axes in the link before
  std::array<double, 3> q{};
  std::array<double, 3> rate{};
};

/// A chain whose joints keep their rates.
struct TrialChain {
  bool floating = false;
  Vector3 v = Vector3::Zero();  ///< of a floating base
  Vector3 w = Vector3::Zero();
  std::vector<TrialJoint> joints;
  Vector3 middle = Vector3::Zero();  ///< of the last link's sphere, from its joint, m
  double radius = 0.0;
};

/// Where the point p of the last link is at time t.
Vector3 place(const TrialChain& chain, const Vector3& p, double t);

/// What the bounds along d are told; `corrected` decides how rates of Euler angles are counted.
Chain described(const TrialChain& chain, const Vector3& d, bool corrected);

/// One class of chains, with or without what the printed derivation forgets.
struct TrialClass {
  const char* name;
  bool floating = false;
  double first_offset = 0.0;  ///< of the first joint from the base's point, m
  TrialJointKind kind = TrialJointKind::Revolute;
  double middle = 1.0;         ///< of the link's sphere, in radii from its joint
  double slider_offset = 0.0;  ///< fixed length behind a slider, m
  bool last_slides = false;
};
const std::vector<TrialClass>& trial_classes();

TrialChain random_chain(const TrialClass& of, Random& random);

/// A trial over one second, at 20 instants.
struct BoundTrial {
  double printed_ratio = 0.0;    ///< way over bound, the largest; above 1: violated
  double corrected_ratio = 0.0;  ///< the same
};

/// Trial number `index`: half of the directions lie along the point's first velocity.
BoundTrial bound_trial(const TrialClass& of, int index, Random& random);

}  // namespace rigor
