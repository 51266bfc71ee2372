// SPDX-License-Identifier: Apache-2.0
// Big traces made small enough to be looked at, to a stated error.
#pragma once

#include <optional>

#include <rigor/trace/types.hpp>

namespace rigor {

/// What thinning did.
struct Thinning {
  double error = 0.0;  ///< metres: no vertex is further than this from where the trace has it
  std::size_t segments_before = 0;
  std::size_t segments_after = 0;
  std::size_t certificates_before = 0;
  std::size_t certificates_after = 0;
};

/// Traces with at most this many coefficients and certificates are shown as they are.
inline constexpr std::size_t kMostNumbersShown = 1'000'000;
inline constexpr std::size_t kMostCertificatesShown = 250'000;
/// Of traces with more records of contact forces, none are shown.
inline constexpr std::size_t kMostForcesShown = 100'000;

/// The number of coefficients of all segments.
std::size_t coefficient_count(const trace::Trace& trace);

/// A trace to look at, never to prove anything from. Of every body, neighbouring segments that
/// ended without an event of their own (reasons accuracy and neighbour) are joined where one
/// polynomial follows them, coefficients are rounded to a grid, and certificates of a pair that say
/// the same one after the other become one. Events stay as they are, and so do forces if there are
/// not too many. Half of `error` is for rounding (a bound), half for joining (measured at samples).
/// Requires error > 0.
struct Thinned {
  trace::Trace trace;
  Thinning thinning;
};
Thinned thinned(const trace::Trace& trace, double error);

/// thinned(trace, a hundredth of the skin) if it has more coefficients or certificates than are
/// shown as they are; nothing otherwise. Where that would still leave too many coefficients, the
/// error is larger, up to 1e-4 m; of too many certificates those with the smallest claims are kept.
std::optional<Thinned> thinned_if_big(const trace::Trace& trace);

}  // namespace rigor
