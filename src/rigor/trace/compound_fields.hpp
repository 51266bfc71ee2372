// SPDX-License-Identifier: Apache-2.0
// Fields of records that are made of others, for visitors of bytes.hpp.
#pragma once

#include <optional>
#include <vector>

#include <rigor/trace/error.hpp>

namespace rigor::trace {

/// The three numbers of a vector.
template <class Visitor, class Vector>
void coordinates(Visitor& visit, const char* name, Vector& x) {
  for (int i = 0; i < 3; ++i) visit(name, x[i]);
}

/// A field that may be missing, as a list of none or one. Reading throws TraceError for more.
template <class Visitor, class T>
void optional_field(Visitor& visit, const char* name, const std::optional<T>& x) {
  visit(name, x ? std::vector<T>{*x} : std::vector<T>{});
}
template <class Visitor, class T>
void optional_field(Visitor& visit, const char* name, std::optional<T>& x) {
  std::vector<T> list;
  visit(name, list);
  if (list.size() > 1) throw TraceError(Fault::Malformed, "a field that may be missing is a list");
  x = list.empty() ? std::nullopt : std::optional<T>(list.front());
}

}  // namespace rigor::trace
