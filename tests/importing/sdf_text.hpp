// SPDX-License-Identifier: Apache-2.0
// SDF documents of the tests.
#pragma once

#include <string>

#include <rigor/importing/read_sdf.hpp>

namespace rigor::importing {

inline SourceScene sdf_scene(const std::string& text, const std::string& version = "1.9") {
  return read_sdf(parse_xml("<sdf version='" + version + "'>" + text + "</sdf>", "m.sdf"), "m.sdf");
}

/// A model of the links a (at 0 0 1) and b (at 0 0 2, yawed by a quarter turn) and one joint.
inline std::string sdf_model_text(const std::string& joint, const std::string& type,
                                  const std::string& more = "") {
  return "<model name='m'>" + more + "<link name='a'><pose>0 0 1 0 0 0</pose></link>\n" +
         "<link name='b'><pose>0 0 2 0 0 1.5707963267948966</pose></link>\n<joint name='j' type='" +
         type + "'><parent>a</parent><child>b</child>" + joint + "</joint></model>";
}

inline SourceJoint sdf_joint_in(const std::string& text, const std::string& version = "1.9") {
  return sdf_scene(text, version).models.at(0).joints.at(0);
}

inline constexpr const char* kSdfAxis = "<axis><xyz>1 0 0</xyz></axis>";

}  // namespace rigor::importing
