// SPDX-License-Identifier: Apache-2.0
// The frames of one SDF model: links, joints, frames and models in it, each given relative to
// another one.
#pragma once

#include <map>
#include <string>

#include <rigor/importing/reading.hpp>

namespace rigor::importing {

/// The element `pose` of `at`: x y z and roll pitch yaw (also in degrees, or as a quaternion
/// x y z w); none is no displacement.
Pose read_sdf_pose(Reading& reading, const XmlElement& at);

/// What the pose of `at` is relative to, as it says; empty if it does not.
std::string relative_to(const XmlElement& at);

class SdfFrames {
 public:
  /// `relative_to` empty: the model's own frame.
  void add(const std::string& name, const Pose& pose, const std::string& relative_to,
           const XmlElement& at);

  /// The frame in that of the model. A problem, and no displacement, for names that are not known
  /// and for circles. `at` is who asks. "__model__" and an empty name are the model.
  Pose in_model(Reading& reading, const std::string& name, const XmlElement& at) const;

  bool knows(const std::string& name) const;

  /// Everything that was added: by name.
  struct Entry {
    Pose pose{};
    std::string relative_to{};
    const XmlElement* at = nullptr;
  };
  const std::map<std::string, Entry>& entries() const { return entries_; }

 private:
  std::map<std::string, Entry> entries_;
};

}  // namespace rigor::importing
