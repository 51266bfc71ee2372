// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <rigor/verification/double_motion.hpp>
#include <rigor/verification/outward.hpp>
#include <rigor/verification/path_rules.hpp>

namespace rigor::verification {
namespace {

/// Position and rotation at one instant, exact: origin / weight and rotation / norm.
struct Placement {
  Dyadic3 origin;
  Dyadic weight;
  std::array<Dyadic3, 3> rotation;
  Dyadic norm;
};

/// The segment's exact placement at an instant: a motion over a single instant is constant.
Placement placement(const trace::Segment& segment, const trace::Time& t) {
  const Motion motion = motion_on(segment, {exact(t), exact(t)}, Precision::Exact);
  Placement result;
  for (std::size_t i = 0; i < 3; ++i) {
    result.origin[i] = at_start(motion.position[i]);
    for (std::size_t j = 0; j < 3; ++j) result.rotation[i][j] = at_start(motion.rotation[i][j]);
  }
  result.weight = motion.weight;
  result.norm = at_start(motion.norm);
  return result;
}

/// The jump of vertex v from placement p to q is (shift + turn v) / scale.
struct Jump {
  Dyadic3 shift;
  std::array<Dyadic3, 3> turn;
  Dyadic scale;
};

Jump jump_between(const Placement& p, const Placement& q) {
  Jump jump;
  const Dyadic weights = p.weight * q.weight;
  const Dyadic norms = p.norm * q.norm;
  for (std::size_t i = 0; i < 3; ++i) {
    jump.shift[i] = norms * (p.weight * q.origin[i] - q.weight * p.origin[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      jump.turn[i][j] = weights * (p.norm * q.rotation[i][j] - q.norm * p.rotation[i][j]);
    }
  }
  jump.scale = weights * norms;
  return jump;
}

Dyadic square_of_jump(const Jump& jump, const Dyadic3& vertex) {
  Dyadic sum;
  for (std::size_t i = 0; i < 3; ++i) {
    const Dyadic x = jump.shift[i] + dot(jump.turn[i], vertex);
    sum = sum + x * x;
  }
  return sum;
}

/// At least the square of the jump of every point: each row with the largest coordinates.
Dyadic largest_square_of_jump(const Jump& jump, const Points& points) {
  const auto magnitude = [](const Dyadic& x) { return Dyadic(abs(x.mantissa), x.exponent); };
  Dyadic sum;
  for (std::size_t i = 0; i < 3; ++i) {
    Dyadic x = magnitude(jump.shift[i]);
    for (std::size_t j = 0; j < 3; ++j)
      x = x + magnitude(jump.turn[i][j]) * Dyadic(largest_coordinate(points, j), points.exponent);
    sum = sum + x * x;
  }
  return sum;
}

/// A placement in doubles and by how much each of its numbers may be wrong.
struct DoublePlacement {
  trace::Triple origin{};
  trace::Triple origin_error{};
  std::array<trace::Triple, 3> rotation{};
  std::array<trace::Triple, 3> rotation_error{};
};

/// The motion's placement at its end or start. Requires a norm that is proved to be positive.
DoublePlacement placement(const DoubleMotion& motion, bool at_end) {
  const auto value = [at_end](const DoubleForm& p) { return at_end ? p.end() : p.start(); };
  const double norm = value(motion.norm);
  const double norm_below = down(norm - motion.norm.radius);
  DoublePlacement result;
  for (std::size_t i = 0; i < 3; ++i) {
    result.origin[i] = value(motion.position[i]);
    result.origin_error[i] = motion.position[i].radius;
    for (std::size_t j = 0; j < 3; ++j) {
      // |x/n - x'/n'| <= (|x - x'| + |x/n| |n - n'|) / n'
      const DoubleForm& entry = motion.rotation[i][j];
      const double quotient = value(entry) / norm;
      const double wrong = entry.radius + std::abs(quotient) * motion.norm.radius;
      result.rotation[i][j] = quotient;
      result.rotation_error[i][j] = wrong / norm_below + rounding(4.0, wrong / norm_below) +
                                    rounding(1.0, std::abs(quotient));
    }
  }
  return result;
}

/// At least the square of the jump of every point with coordinates of at most `reach`.
double square_of_jump_above(const DoublePlacement& p, const DoublePlacement& q,
                            const trace::Triple& reach) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    double x = std::abs(q.origin[i] - p.origin[i]) + p.origin_error[i] + q.origin_error[i] +
               rounding(1.0, std::abs(q.origin[i]) + std::abs(p.origin[i]));
    for (std::size_t j = 0; j < 3; ++j) {
      const double turn = std::abs(q.rotation[i][j] - p.rotation[i][j]) + p.rotation_error[i][j] +
                          q.rotation_error[i][j] +
                          rounding(1.0, std::abs(q.rotation[i][j]) + std::abs(p.rotation[i][j]));
      x += turn * reach[j];
    }
    sum += x * x;
  }
  // All terms are positive, so a relative bound covers the roundings of sums and products.
  return sum + rounding(20.0, sum);
}

class PathCheck {
 public:
  PathCheck(const Subject& subject, Report& report) : subject_(subject), report_(report) {
    const double length = subject.trace->header.skin;
    const Dyadic skin(length);
    // |jump| <= skin / 10  <=>  100 |jump|² <= skin²
    skin_squared_ = skin * skin;
    skin_squared_below_ = down(length * length);
  }

  void check(std::uint32_t body) {
    trace::Triple reach{};
    for (const trace::Piece& piece : subject_.trace->bodies[body].pieces) {
      for (const trace::Triple& v : piece.vertices) {
        for (std::size_t j = 0; j < 3; ++j) reach[j] = std::max(reach[j], std::abs(v[j]));
      }
    }
    const trace::Segment* before = nullptr;
    std::optional<DoublePlacement> end;  // of the segment before, if its norm was proved in doubles
    for (const trace::Segment* segment : subject_.courses[body]) {
      const DoubleMotion motion = double_motion(*segment, {segment->start, segment->end});
      const bool good = least(motion.norm) > 0.5 && greatest(motion.norm) < 2.0;
      report_.checked(Rule::Norm);
      if (!good) check_norm(*segment);
      if (before != nullptr) {
        report_.checked(Rule::Jump);
        const bool small = good && end &&
                           up(100.0 * square_of_jump_above(*end, placement(motion, false), reach)) <
                               skin_squared_below_;
        if (!small) {
          check_jump(*segment, placement(*before, before->end),
                     placement(*segment, segment->start));
        }
      }
      end = good ? std::optional(placement(motion, true)) : std::nullopt;
      before = segment;
    }
  }

 private:
  void check_norm(const trace::Segment& segment) {
    const Interval interval{exact(segment.start), exact(segment.end)};
    bool refuted = false;
    for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
      const Norm norm = norm_on(segment, interval, precision);
      const Sign above = positivity(Dyadic(2.0) * norm.form - Form(norm.weight));
      const Sign below = positivity(Form(Dyadic(2.0) * norm.weight) - norm.form);
      if (above == Sign::Positive && below == Sign::Positive) return;
      refuted = above == Sign::Refuted || below == Sign::Refuted;
    }
    fail(Rule::Norm, refuted, segment, "|q|² is not between 1/2 and 2 all the time");
  }

  void check_jump(const trace::Segment& segment, const Placement& p, const Placement& q) {
    const Jump jump = jump_between(p, q);
    const Dyadic limit = skin_squared_ * (jump.scale * jump.scale);
    const Dyadic hundred(100.0);
    for (const Points& points : subject_.points[segment.body]) {
      if (hundred * largest_square_of_jump(jump, points) <= limit) continue;
      for (std::size_t i = 0; i < points.at.size(); ++i) {
        if (hundred * square_of_jump(jump, points[i]) <= limit) continue;
        fail(Rule::Jump, true, segment,
             "vertex " + std::to_string(i) + " jumps by more than a tenth of the skin");
        return;
      }
    }
  }

  void fail(Rule rule, bool refuted, const trace::Segment& segment, const std::string& text) {
    const trace::PieceId id{segment.body, 0};
    report_.failed({rule, refuted, seconds(segment.start), id, id,
                    "segment " + std::to_string(segment.index) + ": " + text});
  }

  const Subject& subject_;
  Report& report_;
  Dyadic skin_squared_;
  double skin_squared_below_ = 0.0;
};

}  // namespace

void check_paths(const Subject& subject, Work& work, Report& report) {
  std::vector<Report> reports(subject.courses.size());
  work.share(reports.size(), [&](std::size_t body) {
    PathCheck(subject, reports[body]).check(static_cast<std::uint32_t>(body));
    work.done(subject.courses[body].size());
  });
  for (Report& part : reports) report.append(std::move(part));
}

}  // namespace rigor::verification
