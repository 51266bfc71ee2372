// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include <rigor/assembly/method.hpp>

namespace rigor {
namespace {

constexpr std::array<const char*, 5> kMethodNames{"oracle", "first_order", "paper",
                                                  "stewart_trinkle", "anitescu_potra"};

}  // namespace

const char* name(Method method) { return kMethodNames[static_cast<std::size_t>(method)]; }

std::optional<Method> method_named(std::string_view name) {
  for (std::size_t i = 0; i < kMethodNames.size(); ++i)
    if (name == kMethodNames[i]) return static_cast<Method>(i);
  return {};
}

const char* name(Bounds bounds) { return bounds == Bounds::Printed ? "printed" : "corrected"; }

}  // namespace rigor
