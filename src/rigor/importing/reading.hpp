// SPDX-License-Identifier: Apache-2.0
// Strict reading of values in XML. Every reader notes a problem instead of throwing and returns a
// harmless stand-in, so that one pass finds all problems of a file.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rigor/importing/note.hpp>
#include <rigor/importing/xml.hpp>
#include <rigor/scene/fields.hpp>
#include <rigor/spatial/pose.hpp>

namespace rigor::importing {

/// What reading a file has found so far.
struct Reading {
  std::string file{};
  std::vector<Problem> problems{};
  std::vector<Note> notes{};
};

/// Masses in kg; a heavier part is a unit mistake.
inline constexpr NumberRule kMass{0.0, 1e9, false, "a mass from 0 to 1e9 kg"};
inline constexpr NumberRule kMoment{-1e12, 1e12, false, "a moment of inertia within 1e12 kg m2"};
inline constexpr NumberRule kCoefficient{0.0, 1e12, false, "a number from 0 to 1e12"};
inline constexpr NumberRule kLimit{-1e300, 1e300, false, "a joint's limit, in m or rad"};
inline constexpr NumberRule kAngle{-1e4, 1e4, false, "an angle from -1e4 to 1e4 rad"};

/// Notes a problem at the element; `key` says what it is about, e.g. "link base: mass".
void problem(Reading& reading, const XmlElement& at, std::string key, std::string_view value,
             std::string rule, std::string remedy);

/// Throws all problems, if there are any.
void settle(const Reading& reading);

/// The number that `text` is, surrounded by space at most.
double read_number(Reading& reading, const XmlElement& at, const std::string& key,
                   std::string_view text, const NumberRule& rule);

/// The numbers in `text`, separated by space: exactly `count`; zeros after a problem.
std::vector<double> read_numbers(Reading& reading, const XmlElement& at, const std::string& key,
                                 std::string_view text, std::size_t count, const NumberRule& rule);

Vector3 read_vector(Reading& reading, const XmlElement& at, const std::string& key,
                    std::string_view text, const NumberRule& rule);

/// The attribute's number, or `otherwise` if it is not there.
double number_or(Reading& reading, const XmlElement& at, std::string_view name, double otherwise,
                 const NumberRule& rule);

/// The attribute's text; a problem and empty if it is not there.
std::string mandatory(Reading& reading, const XmlElement& at, std::string_view name);

/// The rotation by roll about x, then pitch about y, then yaw about z, of the fixed axes.
Quaternion from_rpy(const Vector3& rpy);

/// The direction made unit; a problem and z if it is zero.
Vector3 direction(Reading& reading, const XmlElement& at, const std::string& key, const Vector3& v);

/// Notes every child that is not `used` as left out, with what is known about it.
void account(Reading& reading, const XmlElement& at, std::initializer_list<std::string_view> used);

}  // namespace rigor::importing
