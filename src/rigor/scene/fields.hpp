// SPDX-License-Identifier: Apache-2.0
// Strict reading of single values. Every reader notes a problem instead of throwing and then
// returns a harmless stand-in, so that one pass finds all problems of a file.
#pragma once

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rigor/scene/document.hpp>
#include <rigor/scene/problem.hpp>
#include <rigor/spatial/quaternion.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor {

/// A value of the document, the path to it, and where problems are noted.
struct Cursor {
  const DocumentNode& node;
  std::string key;
  std::vector<Problem>& problems;
};

/// What a number must satisfy; `low` and `high` are allowed unless `open_low`.
struct NumberRule {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  bool open_low = false;
  const char* rule = "a finite number";
};

inline constexpr NumberRule kFinite{};
inline constexpr NumberRule kPositive{0.0, 1e30, true, "a positive number"};
inline constexpr NumberRule kNotNegative{0.0, 1e30, false, "a number not below zero"};
inline constexpr NumberRule kFraction{0.0, 1.0, false, "a number from 0 to 1"};
/// Coordinates, metres: beyond 1e4 m a double can no longer resolve the skin.
inline constexpr NumberRule kCoordinate{-1e4, 1e4, false,
                                        "a coordinate within 1e4 m of the origin"};
/// Speeds up to this keep all products far from overflow; faster bodies are a unit mistake.
inline constexpr NumberRule kSpeed{-1e6, 1e6, false, "a speed of at most 1e6 m/s or rad/s"};
inline constexpr NumberRule kLength{1e-6, 1e4, false, "a length from 1e-6 m to 1e4 m"};
inline constexpr NumberRule kKnotTime{0.0, 1e9, false, "a time from 0 to 1e9 s"};

void note(const Cursor& at, std::string rule, std::string remedy);

/// Checks that the value is a map with known keys only and all `required` ones. False if it is no
/// map at all.
bool check_keys(const Cursor& at, std::initializer_list<std::string_view> known,
                std::initializer_list<std::string_view> required = {});

/// The entry `key` of a map, if there is one.
std::optional<Cursor> entry(const Cursor& map, std::string_view key);

/// The items of a list; a single problem and no items if it is not a list.
std::vector<Cursor> items(const Cursor& at);

double number(const Cursor& at, const NumberRule& rule = kFinite);
long long whole_number(const Cursor& at, long long low, long long high);
bool flag(const Cursor& at);
std::vector<double> numbers(const Cursor& at, std::size_t count, const NumberRule& rule = kFinite);
Vector3 vector3(const Cursor& at, const NumberRule& rule = kFinite);
/// Any direction but zero, made unit length.
Vector3 unit_vector(const Cursor& at);
/// The quaternion made unit length; one that is unit to rounding keeps its bits.
Quaternion settled(const Quaternion& q);
/// Four numbers w, x, y, z, made unit length; each of at least 1e-6 length to begin with.
Quaternion unit_quaternion(const Cursor& at);
std::string words(const Cursor& at, std::size_t longest);
/// A name for files, tables and messages: letters, digits, '_', '-', '.'; at most 64.
std::string identifier(const Cursor& at);
/// A name that stands elsewhere in the scene: one of `known`, or a problem that says `rule` and the
/// nearest of them, else `see`.
std::string known_name(const Cursor& at, const std::vector<std::string_view>& known,
                       const char* rule, const char* see);
/// One of the given words; its index, or 0 after a problem.
std::size_t choice(const Cursor& at, std::initializer_list<std::string_view> allowed);

}  // namespace rigor
