// SPDX-License-Identifier: Apache-2.0
// The ways to make a motion, and what the stepping ones among them are told.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rigor {

enum class Method : std::uint8_t {
  Oracle,          ///< every event located, high order between events
  FirstOrder,      ///< first-order steps for scenes of many bodies, every path certified
  Paper,           ///< Algorithm 1 of the paper with its step bounds
  StewartTrinkle,  ///< fixed steps, contacts found at the end of a trial step
  AnitescuPotra,   ///< fixed steps, contacts of bodies that overlap
};

/// "oracle", "first_order", "paper", "stewart_trinkle", "anitescu_potra".
const char* name(Method method);
std::optional<Method> method_named(std::string_view name);

/// Which form of the paper's bounds on a step is used.
enum class Bounds : std::uint8_t {
  Printed,    ///< as in the paper; they can be too long
  Corrected,  ///< never longer than the motion allows
};

/// "printed", "corrected".
const char* name(Bounds bounds);

/// What methods that step in time are told. What is not given is chosen by the method.
struct Stepping {
  double step = 0.01;                 ///< s: the longest step, or the fixed one
  std::optional<double> gap{};        ///< first_order: distance at which contacts are kept, m
  Bounds bounds = Bounds::Corrected;  ///< paper
  std::optional<double> min_step{};   ///< paper: no step is shorter, s
  double threshold = 1e-6;            ///< paper and baselines: bodies nearer than this touch, m
  std::optional<double>
      dagger_tol{};  ///< paper, Δt†: how far a contact may drift, m; ε if not given
};

}  // namespace rigor
