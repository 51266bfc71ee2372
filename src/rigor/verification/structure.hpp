// SPDX-License-Identifier: Apache-2.0
// Rules that need no polynomial: the trace is well formed and its segments follow each other.
#pragma once

#include <functional>

#include <rigor/verification/separation.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor::verification {

/// Collects failures and counts.
class Report {
 public:
  Report();
  void checked(Rule rule) { rules_[static_cast<std::size_t>(rule)].checked++; }
  void failed(Failure failure);
  bool clean() const { return failures_.empty(); }
  /// Appends what another report holds, as if it had been met after what is here.
  void append(Report&& other);
  /// Moves everything into the verdict.
  void finish(Verdict& verdict);

 private:
  std::vector<RuleReport> rules_;
  std::vector<Failure> failures_;
};

/// A trace sorted out for checking.
struct Subject {
  const trace::Trace* trace = nullptr;
  std::vector<std::vector<const trace::Segment*>> courses;  ///< per body, in order
  std::vector<std::vector<Points>> points;                  ///< per body and piece
  Dyadic end;                                               ///< where the proof may stop
  Dyadic required_level;                                    ///< half the skin

  bool is_fixed(std::uint32_t body) const {
    return trace->bodies[body].kind == trace::BodyKind::Fixed;
  }
};

/// Whether t <= start + length, exactly.
bool reaches(const trace::Time& start, double length, const trace::Time& t);

/// The largest number of coefficients of a row.
inline constexpr std::size_t kMaxCoefficients = 65;

/// Checks WellFormed and Contiguous. The result may be used only if the report is still clean.
Subject structured(const trace::Trace& trace, Report& report);

}  // namespace rigor::verification
