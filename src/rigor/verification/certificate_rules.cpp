// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/certificate_faults.hpp>
#include <rigor/verification/certificate_rules.hpp>
#include <rigor/verification/double_edges.hpp>
#include <rigor/verification/edge_edge.hpp>

namespace rigor::verification {
namespace {

using trace::Certificate;
using trace::CertificateKind;
using trace::PlaneFrame;

/// Certificates that are checked one after the other.
constexpr std::size_t kBatch = 64;

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

/// The part of the certificate's interval in which both segments are used.
Span common_span(const Case& x) {
  Span span{x.certificate->begin, x.certificate->end};
  for (const trace::Segment* segment : {x.segment_a, x.segment_b}) {
    if (segment == nullptr) continue;
    span.begin = std::max(span.begin, segment->start);
    span.end = std::min(span.end, segment->end);
  }
  return span;
}

/// offset + speed (t - begin) over the span.
DoubleForm moving_offset(const Certificate& c, const Span& span) {
  const auto since = [&](const trace::Time& t) {
    const double bases = t.base - c.begin.base;
    const double offsets = t.offset - c.begin.offset;
    DoubleForm time(bases + offsets);
    time.radius = rounding(3.0, std::abs(bases) + std::abs(offsets));
    return DoubleForm(c.offset) + c.speed * time;
  };
  const DoubleForm first = since(span.begin);
  const DoubleForm last = since(span.end);
  DoubleForm offset(first.start(), last.start());
  offset.radius = std::max(first.radius, last.radius);
  return offset;
}

DoubleSeparation double_separation(const Certificate& c, const DoublePiece& a, const DoublePiece& b,
                                   const Span& span) {
  const DoublePlane plane{c.normal, c.offset};
  if (c.a.body == trace::kWorld) return over_half_space(b, plane);
  if (c.frame == PlaneFrame::A) return plane_on(a, b, plane, +1);
  if (c.frame == PlaneFrame::B) return plane_on(b, a, plane, -1);
  return in_world(a, b, plane.normal, moving_offset(c, span));
}

Separation separation_of(const Case& x) {
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

Case::Outcome not_apart(const Certificate& c, const Proof& proof) {
  return {Rule::Certificate, proof.sign, proof.time,
          "a certificate of level " + std::to_string(c.level * 1e9) +
              " nm does not hold; the separation there is only known to exceed " +
              std::to_string(proof.value * 1e9) + " nm"};
}

Case::Outcome out_of_band(const Certificate& c, Sign sign, const std::string& what) {
  return {Rule::Band, sign, seconds(c.begin), what + " leaves the band of its contact"};
}

class CertificateCheck {
 public:
  CertificateCheck(const Subject& subject, Report& report, Gap& gap)
      : subject_(subject), report_(report), gap_(gap) {}

  bool check(const Certificate& certificate) {
    report_.checked(Rule::Certificate);
    Case x;
    x.certificate = &certificate;
    if (const char* problem = set_segments(x)) return refuse(x, problem);
    if (const char* problem = certificate_fault(subject_, certificate, x.segment_a, x.segment_b))
      return refuse(x, problem);
    const Span span = common_span(x);
    if (!(span.begin < span.end)) return true;  // covers nothing
    if (proved_in_doubles(x, span)) return true;
    x.stage = {{exact(span.begin), exact(span.end)}, certificate.a, certificate.b};
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

  /// Most certificates hold by a margin that doubles can see.
  bool proved_in_doubles(const Case& x, const Span& span) {
    const Certificate& c = *x.certificate;
    const auto piece = [&](const trace::PieceId& id, const DoubleMotion& motion) {
      return DoublePiece{&motion, &subject_.trace->bodies[id.body].pieces[id.piece].vertices};
    };
    DoubleMotion motion_a;
    DoublePiece a;
    if (x.segment_a != nullptr) {
      motion_a = double_motion(*x.segment_a, span);
      a = piece(c.a, motion_a);
    }
    const DoubleMotion motion_b = double_motion(*x.segment_b, span);
    const DoublePiece b = piece(c.b, motion_b);
    const DoubleStage stage{span, c.a, c.b};
    if (c.kind == CertificateKind::EdgeEdge) {
      const EdgeClaim claim{c.level, c.slack, c.band_low, c.band_high};
      if (!proves_edges_apart({a, b, c.edge_a, c.edge_b, c.sign}, claim, stage, gap_)) return false;
      if (c.band_high > 0.0) report_.checked(Rule::Band);
      return true;
    }
    Gap learned = gap_;
    const DoubleSeparation separation = double_separation(c, a, b, span);
    if (!proves_apart(separation, c.level, stage, learned)) return false;
    if (c.kind == CertificateKind::Contact) {
      for (const std::uint32_t vertex : c.active) {
        if (!proves_band(separation, vertex, c.band_low, c.band_high)) return false;
      }
      for (std::size_t i = 0; i < c.active.size(); ++i) report_.checked(Rule::Band);
    }
    gap_ = learned;
    return true;
  }

  Case::Outcome plane(const Case& x) {
    const Certificate& c = *x.certificate;
    const Separation apart = separation_of(x);
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

std::vector<char> check_certificates(const Subject& subject, Work& work, Report& report, Gap& gap) {
  const auto& certificates = subject.trace->certificates;
  std::vector<char> holds(certificates.size(), 0);
  // Each batch knows only its own gaps, so that nothing depends on which thread came first.
  struct Batch {
    Report report;
    Gap gap;
  };
  std::vector<Batch> batches((certificates.size() + kBatch - 1) / kBatch);
  work.share(batches.size(), [&](std::size_t k) {
    const std::size_t end = std::min((k + 1) * kBatch, certificates.size());
    CertificateCheck check(subject, batches[k].report, batches[k].gap);
    for (std::size_t i = k * kBatch; i < end && !work.stopped(); ++i) {
      holds[i] = check.check(certificates[i]) ? 1 : 0;
    }
    work.done(end - k * kBatch);
  });
  for (Batch& batch : batches) {
    report.append(std::move(batch.report));
    merge(gap, batch.gap);
  }
  return holds;
}

}  // namespace rigor::verification
