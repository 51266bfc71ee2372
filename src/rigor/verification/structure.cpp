// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/double_form.hpp>
#include <rigor/verification/structure.hpp>

namespace rigor::verification {
namespace {

using trace::PieceId;
using trace::Time;

/// Numbers beyond this are nobody's lengths, speeds or angles; products of a few of them stay
/// within the range of doubles, so that what is printed of a proof is right too.
constexpr double kMost = 1e50;

bool moderate(double x) { return std::abs(x) <= kMost; }  // false for what is not finite

template <class Range>
bool moderate(const Range& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return moderate(x); });
}

template <class Range>
double largest(const Range& numbers) {
  double most = 0.0;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

bool valid(const trace::Trace& trace, const PieceId& id) {
  if (id.body == trace::kWorld) return id.piece < trace.half_spaces.size();
  return id.body < trace.bodies.size() && id.piece < trace.bodies[id.body].pieces.size();
}

PieceId whole(std::uint32_t body) { return {body, 0}; }

/// What is wrong with it; null if nothing.
const char* fault(const trace::Header& header) {
  if (header.format_version != trace::kFormatVersion) return "unknown format version";
  if (!moderate(header.skin) || header.skin <= 0.0) return "the skin is not a positive length";
  if (!trace::is_normal(header.start)) return "the start is not an instant in normal form";
  return nullptr;
}

const char* fault(const trace::Body& body) {
  for (const trace::Piece& piece : body.pieces) {
    if (piece.vertices.empty()) return "a piece without vertices";
    for (const auto& vertex : piece.vertices) {
      if (!moderate(vertex)) return "a vertex that is not finite or beyond 1e50";
    }
  }
  if (!moderate(body.belt)) return "a belt that is not finite or beyond 1e50";
  if (body.kind != trace::BodyKind::Fixed && largest(body.belt) > 0.0)
    return "a belt on a body that is not fixed";
  return nullptr;
}

const char* fault(const trace::HalfSpace& half_space) {
  if (!moderate(half_space.normal) || !moderate(half_space.offset) || !moderate(half_space.belt))
    return "a number is not finite or beyond 1e50";
  if (largest(half_space.normal) < 1.0 / kMost) return "no normal";
  return nullptr;
}

const char* fault(const trace::Trace& trace, const trace::Joint& joint) {
  const std::size_t bodies = trace.bodies.size();
  if (joint.child >= bodies || (joint.parent >= bodies && joint.parent != trace::kWorld)) {
    return "names a body that does not exist";
  }
  if (joint.child == joint.parent) return "joins a body to itself";
  for (const auto& x : {joint.anchor_parent, joint.anchor_child, joint.axis_parent,
                        joint.axis_child, joint.reference_parent, joint.reference_child}) {
    if (!moderate(x)) return "a number is not finite or beyond 1e50";
  }
  return moderate(joint.limits) ? nullptr : "limits are not finite or beyond 1e50";
}

template <class Rows>
bool good_rows(const Rows& rows) {
  return std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
    return !row.empty() && row.size() <= kMaxCoefficients && row.size() == rows[0].size() &&
           moderate(row);
  });
}

template <class Rows>
bool constant_rows(const Rows& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const auto& row) {
    return std::all_of(row.begin() + 1, row.end(), [](double x) { return x == 0.0; });
  });
}

const char* fault(const trace::Segment& segment) {
  if (!good_rows(segment.position) || !good_rows(segment.quaternion)) {
    return "coefficients are missing, too many, not finite or beyond 1e50";
  }
  if (!trace::is_normal(segment.start) || !trace::is_normal(segment.end)) {
    return "an instant is not in normal form";
  }
  if (!moderate(segment.length) || segment.length <= 0.0) return "no positive length";
  if (!moderate(segment.momentum) || !moderate(segment.angular_momentum))
    return "a momentum that is not finite or beyond 1e50";
  if (!(segment.start < segment.end)) return "does not end after its start";
  if (!reaches(segment.start, segment.length, segment.end)) {
    return "is used beyond its nominal length";
  }
  return nullptr;
}

const char* fault(const trace::Trace& trace, const trace::Certificate& c) {
  if (!valid(trace, c.a) || !valid(trace, c.b)) return "names a piece that does not exist";
  if (c.b.body == trace::kWorld) return "has the half-space as second piece";
  if (c.a.body == c.b.body) return "is about a body and itself";
  if (c.a.body != trace::kWorld && c.b < c.a) return "has its pieces in the wrong order";
  if (!trace::is_normal(c.begin) || !trace::is_normal(c.end))
    return "has an instant that is not in normal form";
  if (c.end < c.begin) return "ends before its begin";
  const bool numbers = moderate(c.normal) && moderate(c.offset) && moderate(c.speed) &&
                       moderate(c.level) && moderate(c.slack) && moderate(c.band_low) &&
                       moderate(c.band_high);
  if (!numbers) return "has a number that is not finite or beyond 1e50";
  if (c.kind != trace::CertificateKind::EdgeEdge && largest(c.normal) < 1.0 / kMost)
    return "has no normal";
  if (c.sign != 1 && c.sign != -1) return "has a sign that is not 1 or -1";
  return nullptr;
}

/// Whether the vertex exists in the piece; kWorld: none is named.
bool has_vertex(const trace::Trace& trace, const PieceId& id, std::uint32_t vertex) {
  if (vertex == trace::kWorld) return true;
  return id.body != trace::kWorld &&
         vertex < trace.bodies[id.body].pieces[id.piece].vertices.size();
}

const char* fault(const trace::Trace& trace, const trace::ContactForce& f,
                  const trace::ForcePoint& point) {
  if (!has_vertex(trace, f.a, point.vertex_a) || !has_vertex(trace, f.b, point.vertex_b))
    return "acts at a vertex that does not exist";
  const bool at_vertex = point.vertex_a != trace::kWorld || point.vertex_b != trace::kWorld;
  const bool no_path = std::all_of(point.path.begin(), point.path.end(),
                                   [](const auto& row) { return row.empty(); });
  if (at_vertex ? !no_path : !good_rows(point.path))
    return "acts neither at one vertex nor along one path";
  return good_rows(point.force) ? nullptr : "has coefficients that are missing or not moderate";
}

const char* fault(const trace::Trace& trace, const trace::ContactForce& f) {
  if (!valid(trace, f.a) || !valid(trace, f.b)) return "names a piece that does not exist";
  if (f.b.body == trace::kWorld) return "has the half-space as second piece";
  if (f.a.body == f.b.body) return "is about a body and itself";
  if (f.a.body != trace::kWorld && f.b < f.a) return "has its pieces in the wrong order";
  if (!trace::is_normal(f.begin) || !trace::is_normal(f.end))
    return "has an instant that is not in normal form";
  if (!(f.begin < f.end)) return "does not end after its begin";
  if (!moderate(f.length) || f.length <= 0.0) return "has no positive length";
  if (!reaches(f.begin, f.length, f.end)) return "is used beyond its nominal length";
  if (!moderate(f.normal) || !moderate(f.friction) || !moderate(f.viscosity))
    return "has a number that is not finite or beyond 1e50";
  if (f.friction < 0.0 || f.viscosity < 0.0) return "has a negative coefficient";
  for (const std::uint32_t vertex : f.edge_a)
    if (f.a.body != trace::kWorld && !has_vertex(trace, f.a, vertex)) return "names no edge of a";
  for (const std::uint32_t vertex : f.edge_b)
    if (!has_vertex(trace, f.b, vertex)) return "names no edge of b";
  for (const trace::ForcePoint& point : f.points)
    if (const char* problem = fault(trace, f, point)) return problem;
  return nullptr;
}

const char* fault(const trace::Trace& trace, const trace::JointForce& f) {
  if (f.joint >= trace.joints.size()) return "names a joint that does not exist";
  if (!trace::is_normal(f.begin) || !trace::is_normal(f.end))
    return "has an instant that is not in normal form";
  if (!(f.begin < f.end)) return "does not end after its begin";
  if (!moderate(f.length) || f.length <= 0.0) return "has no positive length";
  if (!reaches(f.begin, f.length, f.end)) return "is used beyond its nominal length";
  return good_rows(f.force) && good_rows(f.moment)
             ? nullptr
             : "has coefficients that are missing or not moderate";
}

const char* fault(const trace::EventContact& contact) {
  const bool numbers = moderate(contact.point) && moderate(contact.normal) &&
                       moderate(contact.impulse) && moderate(contact.compression) &&
                       moderate(contact.restitution) && moderate(contact.friction);
  if (!numbers) return "has a number that is not finite or beyond 1e50";
  return contact.restitution < 0.0 || contact.friction < 0.0 ? "has a negative coefficient"
                                                             : nullptr;
}

const char* fault(const trace::Trace& trace, const trace::Event& event) {
  if (!trace::is_normal(event.lo) || !trace::is_normal(event.hi) || !trace::is_normal(event.at))
    return "has an instant that is not in normal form";
  for (const trace::EventContact& contact : event.contacts) {
    if (!valid(trace, contact.a) || !valid(trace, contact.b))
      return "names a piece that does not exist";
    if (contact.b.body == trace::kWorld) return "has the half-space as second piece";
    if (const char* problem = fault(contact)) return problem;
  }
  for (const trace::EventJoint& joint : event.joints) {
    if (joint.joint >= trace.joints.size()) return "names a joint that does not exist";
    if (!moderate(joint.impulse) || !moderate(joint.moment) || !moderate(joint.compression) ||
        !moderate(joint.compression_moment) || !moderate(joint.restitution))
      return "has a number that is not finite or beyond 1e50";
    for (const double e : joint.restitution)
      if (e < 0.0) return "has a negative coefficient";
  }
  return nullptr;
}

const char* fault(const trace::Trace& trace, const trace::Load& load) {
  if (load.body >= trace.bodies.size()) return "names a body that does not exist";
  const trace::BodyKind kind = trace.bodies[load.body].kind;
  if (kind != trace::BodyKind::Free && kind != trace::BodyKind::Link)
    return "acts on a body that no force moves";
  const std::size_t knots = load.times.size();
  if (knots == 0 || load.forces.size() != knots || load.moments.size() != knots)
    return "does not have one force and one moment for each knot";
  const auto all_finite = [](const auto& triples) {
    return std::all_of(triples.begin(), triples.end(), [](const auto& x) { return moderate(x); });
  };
  if (!moderate(load.point) || !moderate(load.times) || !all_finite(load.forces) ||
      !all_finite(load.moments))
    return "has a number that is not finite or beyond 1e50";
  if (!std::is_sorted(load.times.begin(), load.times.end())) return "has times that decrease";
  return nullptr;
}

class Checks {
 public:
  Checks(const trace::Trace& trace, Report& report) : trace_(trace), report_(report) {}

  void one(const char* what, std::size_t index, const char* problem, const PieceId& a = {},
           const PieceId& b = {}) {
    report_.checked(Rule::WellFormed);
    if (problem == nullptr) return;
    report_.failed({Rule::WellFormed, true, 0.0, a, b,
                    std::string(what) + " " + std::to_string(index) + ": " + problem});
  }

  void all() {
    one("header", 0, fault(trace_.header));
    one("footer", 0,
        trace::is_normal(trace_.footer.end) && trace_.header.start < trace_.footer.end
            ? nullptr
            : "the end is not an instant after the start");
    each("body", trace_.bodies, [](const trace::Body& x) { return fault(x); });
    each("half-space", trace_.half_spaces, [](const trace::HalfSpace& x) { return fault(x); });
    each("joint", trace_.joints, [this](const trace::Joint& x) { return fault(trace_, x); });
    each("exclusion", trace_.exclusions, [this](const trace::Exclusion& x) {
      return valid(trace_, x.a) && valid(trace_, x.b) ? nullptr
                                                      : "names a piece that does not exist";
    });
    each("load", trace_.loads, [this](const trace::Load& x) { return fault(trace_, x); });
    each("segment", trace_.segments, [this](const trace::Segment& x) {
      return x.body < trace_.bodies.size() ? fault(x) : "names a body that does not exist";
    });
    each("certificate", trace_.certificates,
         [this](const trace::Certificate& x) { return fault(trace_, x); });
    each("contact force", trace_.forces,
         [this](const trace::ContactForce& x) { return fault(trace_, x); });
    each("joint force", trace_.joint_forces,
         [this](const trace::JointForce& x) { return fault(trace_, x); });
    each("event", trace_.events, [this](const trace::Event& x) { return fault(trace_, x); });
  }

 private:
  template <class List, class Fault>
  void each(const char* what, const List& list, Fault&& fault_of) {
    for (std::size_t i = 0; i < list.size(); ++i) one(what, i, fault_of(list[i]));
  }

  const trace::Trace& trace_;
  Report& report_;
};

/// Why segment k of the body may not follow the one before it; null if it may.
const char* break_before(const Subject& subject, std::uint32_t body, std::size_t k) {
  const auto& course = subject.courses[body];
  const trace::Segment& segment = *course[k];
  if (segment.index != k) return "is not in order";
  const Time& due = k == 0 ? subject.trace->header.start : course[k - 1]->end;
  if (segment.start != due) return "does not start where the one before it ends";
  return nullptr;
}

void check_course(const Subject& subject, std::uint32_t body, Report& report) {
  const auto& course = subject.courses[body];
  const auto fail = [&](double t, const std::string& text) {
    report.failed({Rule::Contiguous, true, t, whole(body), whole(body), text});
  };
  for (std::size_t k = 0; k < course.size(); ++k) {
    report.checked(Rule::Contiguous);
    if (const char* problem = break_before(subject, body, k)) {
      fail(seconds(course[k]->start), "segment " + std::to_string(k) + " " + problem);
      return;
    }
  }
  if (course.empty() || course.back()->end < subject.trace->footer.end) {
    fail(course.empty() ? 0.0 : seconds(course.back()->end), "the motion ends before the run does");
  }
  if (!subject.is_fixed(body) || course.empty()) return;
  const bool still = course.size() == 1 && constant_rows(course[0]->position) &&
                     constant_rows(course[0]->quaternion);
  if (!still) fail(seconds(course[0]->start), "a fixed body moves");
}

}  // namespace

bool reaches(const trace::Time& start, double length, const trace::Time& t) {
  // Three roundings, each of at most 2^-53 of the terms.
  const double bases = t.base - start.base;
  const double offsets = t.offset - start.offset;
  const double error = rounding(3.0, std::abs(bases) + std::abs(offsets));
  if (bases + offsets + error < length) return true;
  return exact(t) <= exact(start) + Dyadic(length);
}

Report::Report() {
  for (int i = 0; i < kRuleCount; ++i) rules_.push_back({static_cast<Rule>(i), 0, 0});
}

void Report::failed(Failure failure) {
  rules_[static_cast<std::size_t>(failure.rule)].failed++;
  if (failures_.size() < kMaxFailures) failures_.push_back(std::move(failure));
}

void Report::append(Report&& other) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    rules_[i].checked += other.rules_[i].checked;
    rules_[i].failed += other.rules_[i].failed;
  }
  for (Failure& failure : other.failures_) {
    if (failures_.size() < kMaxFailures) failures_.push_back(std::move(failure));
  }
}

void Report::finish(Verdict& verdict) {
  std::stable_sort(failures_.begin(), failures_.end(),
                   [](const Failure& x, const Failure& y) { return x.time < y.time; });
  verdict.failures = std::move(failures_);
  verdict.rules = std::move(rules_);
}

Subject structured(const trace::Trace& trace, Report& report) {
  Checks(trace, report).all();
  Subject subject;
  subject.trace = &trace;
  if (!report.clean()) return subject;
  subject.end = exact(trace.footer.end);
  subject.required_level = Dyadic(0.5) * Dyadic(trace.header.skin);
  subject.courses.resize(trace.bodies.size());
  for (const trace::Segment& segment : trace.segments) {
    subject.courses[segment.body].push_back(&segment);
  }
  for (std::uint32_t body = 0; body < trace.bodies.size(); ++body) {
    check_course(subject, body, report);
    auto& points = subject.points.emplace_back();
    for (const trace::Piece& piece : trace.bodies[body].pieces) {
      points.push_back(exact_points(piece));
    }
  }
  return subject;
}

}  // namespace rigor::verification
