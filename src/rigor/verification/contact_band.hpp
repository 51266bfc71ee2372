// SPDX-License-Identifier: Apache-2.0
// Whether a force acts where its bodies touch: certificates that hold, of the same pair, segments
// and normal, keep the gap inside its band during the whole stretch; and how far the points of the
// force are from both pieces. A force that acts d beside a piece is charged with its moment d |F|.
#pragma once

#include <map>

#include <rigor/verification/contact_view.hpp>
#include <rigor/verification/nearness.hpp>

namespace rigor::verification {

/// The contacts that a trace certifies, by pair and segments.
class ContactCertificates {
 public:
  /// `holds`: certificate by certificate, whether it is proved.
  ContactCertificates(const trace::Trace& trace, const std::vector<char>& holds);

  /// Whether such certificates cover the stretch of a force with its normal, and list every vertex
  /// that it acts at over the plane.
  bool cover(const ContactView& view) const;

 private:
  struct Key {
    trace::PieceId a, b;
    std::uint32_t segment_a = 0, segment_b = 0;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, std::vector<const trace::Certificate*>> contacts_;  ///< by begin
};

/// Features of pieces, made when they are first asked for.
using FeatureBook = std::map<trace::PieceId, std::vector<Feature>>;

/// Σ |F| d over the points of the force, N m, of means over its stretch, d the distance from the
/// two pieces, taken as none up to `band`.
Real misplaced_moment(const trace::Trace& trace, const ContactView& view, Real band,
                      FeatureBook& book, Nodes& nodes);

}  // namespace rigor::verification
