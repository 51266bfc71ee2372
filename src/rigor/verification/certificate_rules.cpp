// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/certificate_rules.hpp>
#include <rigor/verification/edge_edge.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::CertificateKind;
using trace::PlaneFrame;

/// An active contact's band must lie within these multiples of the skin.
constexpr double kBandLeast = 0.5;
constexpr double kBandMost = 2.0;

/// Everything a proof needs to know about one certificate.
struct Case {
  const Certificate* certificate = nullptr;
  const trace::Segment* segment_a = nullptr;  ///< null for a half-space
  const trace::Segment* segment_b = nullptr;
  Stage stage;
  Motion motion_a;
  Motion motion_b;
  MovingPiece a;
  MovingPiece b;
  struct Outcome {
    Rule rule = Rule::Certificate;
    Sign sign = Sign::Positive;
    double time = 0.0;
    std::string text{};
  } outcome;
};

class CertificateCheck {
 public:
  CertificateCheck(const Subject& subject, Report& report, Gap& gap)
      : subject_(subject), report_(report), gap_(gap) {}

  bool check(const Certificate& certificate) {
    report_.checked(Rule::Certificate);
    Case x;
    x.certificate = &certificate;
    if (const char* problem = set_segments(x)) return refuse(x, problem);
    const Interval named{exact(certificate.begin), exact(certificate.end)};
    x.stage = {common_part(named, x.segment_a, x.segment_b), certificate.a, certificate.b};
    if (const char* problem = fault(x)) return refuse(x, problem);
    if (x.stage.interval.end <= x.stage.interval.begin) return true;  // covers nothing
    for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
      if (x.segment_a != nullptr) {
        x.motion_a = motion_on(*x.segment_a, x.stage.interval, precision);
        x.a = {&x.motion_a, &points(certificate.a)};
      }
      x.motion_b = motion_on(*x.segment_b, x.stage.interval, precision);
      x.b = {&x.motion_b, &points(certificate.b)};
      x.outcome = certificate.kind == CertificateKind::EdgeEdge ? edges(x) : plane(x);
      if (x.outcome.sign == Sign::Positive) return true;
    }
    return refuse(x);
  }

 private:
  const Points& points(const trace::PieceId& id) const {
    return subject_.points[id.body][id.piece];
  }

  const char* set_segments(Case& x) const {
    const Certificate& c = *x.certificate;
    const auto segment = [&](const trace::PieceId& id, std::uint32_t k) -> const trace::Segment* {
      const auto& course = subject_.courses[id.body];
      return k < course.size() ? course[k] : nullptr;
    };
    x.segment_b = segment(c.b, c.segment_b);
    if (c.a.body != trace::kWorld) x.segment_a = segment(c.a, c.segment_a);
    const bool found =
        x.segment_b != nullptr &&
        (c.a.body == trace::kWorld ? c.segment_a == trace::kNoSegment : x.segment_a != nullptr);
    return found ? nullptr : "names a segment that does not exist";
  }

  /// What can be said without polynomials.
  const char* fault(const Case& x) const {
    const Certificate& c = *x.certificate;
    for (const trace::Segment* segment : {x.segment_a, x.segment_b}) {
      if (segment == nullptr) continue;
      const bool inside = !(c.begin < segment->start) &&
                          exact(c.end) <= exact(segment->start) + Dyadic(segment->length);
      if (!inside) return "reaches outside a segment";
    }
    const Dyadic spare =
        c.kind == CertificateKind::EdgeEdge ? Dyadic(2.0) * Dyadic(c.slack) : Dyadic(0.0);
    if (c.slack < 0.0) return "has a negative slack";
    if (Dyadic(c.level) - spare < subject_.required_level) return "claims less than half the skin";
    if (c.a.body == trace::kWorld) return fault_of_half_space(c);
    if (c.kind == CertificateKind::EdgeEdge) return fault_of_edges(c);
    if (c.kind == CertificateKind::Contact && c.frame == PlaneFrame::World) {
      return "is a contact without a body that carries its plane";
    }
    return has_normal(c) ? fault_of_band(c) : "has no normal";
  }

  static bool has_normal(const Certificate& c) {
    return c.normal[0] != 0.0 || c.normal[1] != 0.0 || c.normal[2] != 0.0;
  }

  const char* fault_of_half_space(const Certificate& c) const {
    const trace::HalfSpace& half_space = subject_.trace->half_spaces[c.a.piece];
    if (c.kind == CertificateKind::EdgeEdge) return "has an edge on a half-space";
    const bool own = c.frame == PlaneFrame::World && c.normal == half_space.normal &&
                     c.offset == half_space.offset && c.speed == 0.0;
    return own ? fault_of_band(c) : "does not use the half-space's own plane";
  }

  const char* fault_of_edges(const Certificate& c) const {
    const auto good = [&](const trace::PieceId& id, const std::array<std::uint32_t, 2>& edge) {
      const std::size_t count = points(id).at.size();
      return edge[0] < count && edge[1] < count && edge[0] != edge[1];
    };
    if (!good(c.a, c.edge_a) || !good(c.b, c.edge_b)) return "names an edge that does not exist";
    return c.band_high > 0.0 ? fault_of_band(c) : nullptr;
  }

  /// Of the numbers and active vertices of a contact.
  const char* fault_of_band(const Certificate& c) const {
    if (c.kind == CertificateKind::Plane) return nullptr;
    const double skin = subject_.trace->header.skin;
    const bool close = c.band_low >= kBandLeast * skin && c.band_high <= kBandMost * skin;
    if (!close || c.band_low > c.band_high) return "has a band that is not near the skin";
    if (c.kind == CertificateKind::EdgeEdge) return nullptr;
    const std::size_t count = points(c.frame == PlaneFrame::B ? c.a : c.b).at.size();
    const bool exist =
        std::all_of(c.active.begin(), c.active.end(), [&](std::uint32_t v) { return v < count; });
    return exist ? nullptr : "names an active vertex that does not exist";
  }

  Separation separation(const Case& x) const {
    const Certificate& c = *x.certificate;
    const Plane plane{exact(c.normal), Dyadic(c.offset)};
    if (c.a.body == trace::kWorld) return over_half_space(x.b, plane);
    if (c.frame == PlaneFrame::A) return plane_on(x.a, x.b, plane, +1);
    if (c.frame == PlaneFrame::B) return plane_on(x.b, x.a, plane, -1);
    const Dyadic begin = exact(c.begin);
    const Dyadic speed(c.speed);
    const Form offset(plane.offset + speed * (x.stage.interval.begin - begin),
                      plane.offset + speed * (x.stage.interval.end - begin));
    return in_world(x.a, x.b, plane.normal, offset);
  }

  Case::Outcome plane(const Case& x) {
    const Certificate& c = *x.certificate;
    const Separation apart = separation(x);
    const Proof proof = prove_apart(apart, Dyadic(c.level), x.stage, gap_);
    if (proof.sign != Sign::Positive) return not_apart(c, proof);
    if (c.kind != CertificateKind::Contact) return {};
    for (const std::uint32_t vertex : c.active) {
      report_.checked(Rule::Band);
      const Sign sign = prove_band(apart, vertex, Dyadic(c.band_low), Dyadic(c.band_high));
      if (sign == Sign::Positive) continue;
      return out_of_band(c, sign, "active vertex " + std::to_string(vertex));
    }
    return {};
  }

  Case::Outcome edges(const Case& x) {
    const Certificate& c = *x.certificate;
    const EdgeForms forms = edge_forms({x.a, x.b, c.edge_a, c.edge_b, c.sign});
    const Proof proof = prove_edges_apart(forms, Dyadic(c.level), Dyadic(c.slack), x.stage, gap_);
    if (proof.sign != Sign::Positive) return not_apart(c, proof);
    if (c.band_high <= 0.0) return {};
    report_.checked(Rule::Band);
    const Sign sign = prove_edge_band(forms, Dyadic(c.band_low), Dyadic(c.band_high));
    if (sign == Sign::Positive) return {};
    return out_of_band(c, sign, "the crossing edges");
  }

  static Case::Outcome not_apart(const Certificate& c, const Proof& proof) {
    return {Rule::Certificate, proof.sign, proof.time,
            "a certificate of level " + std::to_string(c.level * 1e9) +
                " nm does not hold; the separation there is only known to exceed " +
                std::to_string(proof.value * 1e9) + " nm"};
  }

  static Case::Outcome out_of_band(const Certificate& c, Sign sign, const std::string& what) {
    return {Rule::Band, sign, seconds(c.begin), what + " leaves the band of its contact"};
  }

  bool refuse(Case& x, const char* problem) {
    x.outcome = {Rule::Certificate, Sign::Refuted, seconds(x.certificate->begin),
                 std::string("a certificate ") + problem};
    return refuse(x);
  }

  bool refuse(const Case& x) {
    report_.failed({x.outcome.rule, x.outcome.sign == Sign::Refuted, x.outcome.time,
                    x.certificate->a, x.certificate->b, x.outcome.text});
    return false;
  }

  const Subject& subject_;
  Report& report_;
  Gap& gap_;
};

}  // namespace

std::vector<bool> check_certificates(const Subject& subject, Report& report, Gap& gap) {
  CertificateCheck check(subject, report, gap);
  std::vector<bool> holds;
  for (const Certificate& certificate : subject.trace->certificates) {
    holds.push_back(check.check(certificate));
  }
  return holds;
}

Interval common_part(const Interval& interval, const trace::Segment* a, const trace::Segment* b) {
  Interval part = interval;
  for (const trace::Segment* segment : {a, b}) {
    if (segment == nullptr) continue;
    part.begin = std::max(part.begin, exact(segment->start));
    part.end = std::min(part.end, exact(segment->end));
  }
  return part;
}

}  // namespace rigor::verification
