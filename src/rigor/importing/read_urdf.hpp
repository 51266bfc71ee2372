// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/importing/source_model.hpp>
#include <rigor/importing/xml.hpp>

namespace rigor::importing {

/// How the root of a robot is held where the format does not say it.
enum class Base { Fixed, Free };

/// The robot of a URDF document: one tree of links. Lengths in m, angles in rad, the frame of a
/// link is that of the joint that carries it. Throws a SceneError that names every problem found,
/// each with its line.
SourceScene read_urdf(const XmlElement& robot, const std::string& file, Base base);

}  // namespace rigor::importing
