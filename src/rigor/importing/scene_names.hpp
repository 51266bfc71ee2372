// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace rigor::importing {

/// A name as scenes allow it: other characters become '_', at most 64 are kept; never empty.
std::string allowed_name(std::string_view name);

/// Gives every thing a name of its own.
class SceneNames {
 public:
  /// `wanted` made fit; if it is taken, `owner`.`wanted`, then with numbers behind it.
  std::string take(std::string_view wanted, std::string_view owner = {});

 private:
  std::set<std::string> taken_;
};

}  // namespace rigor::importing
