// SPDX-License-Identifier: Apache-2.0
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

/// The segment's placement at an instant: a motion over a single instant is constant.
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

class PathCheck {
 public:
  PathCheck(const Subject& subject, Report& report) : subject_(subject), report_(report) {
    const Dyadic skin(subject.trace->header.skin);
    // |jump| <= skin / 10  <=>  100 |jump|² <= skin²
    skin_squared_ = skin * skin;
  }

  void check(std::uint32_t body) {
    const trace::Segment* before = nullptr;
    for (const trace::Segment* segment : subject_.courses[body]) {
      check_norm(*segment);
      if (before != nullptr) {
        check_jump(*segment, placement(*before, before->end), placement(*segment, segment->start));
      }
      before = segment;
    }
  }

 private:
  void check_norm(const trace::Segment& segment) {
    report_.checked(Rule::Norm);
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
    report_.checked(Rule::Jump);
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
};

}  // namespace

void check_paths(const Subject& subject, Report& report) {
  PathCheck check(subject, report);
  for (std::uint32_t body = 0; body < subject.courses.size(); ++body) check.check(body);
}

}  // namespace rigor::verification
