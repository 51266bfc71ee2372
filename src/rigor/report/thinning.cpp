// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <span>

#include <rigor/report/thinning.hpp>
#include <rigor/report/track.hpp>

namespace rigor {
namespace {

constexpr int kNodes = 16;               // coefficients of a joined segment
constexpr int kChecks = 3 * kNodes + 1;  // samples at which a joined segment is compared
constexpr std::size_t kMostJoined = 4096;

using Segments = std::vector<const trace::Segment*>;

/// Position and unit quaternion (w, x, y, z).
using Sample = std::array<double, 7>;

/// A run of segments of one body as one path.
class JoinedPath {
 public:
  explicit JoinedPath(const Segments& parts) : parts_(parts) {}

  double length() const { return trace::elapsed(parts_.front()->start, parts_.back()->end); }

  /// `elapsed` seconds after the first start. The quaternion is on the side of `like`.
  Sample at(double elapsed, const Sample& like) const {
    const trace::Time t = trace::advanced(parts_.front()->start, elapsed);
    const auto after = std::upper_bound(
        parts_.begin() + 1, parts_.end(), t,
        [](const trace::Time& time, const trace::Segment* s) { return time < s->start; });
    const trace::Segment& segment = **(after - 1);
    const double used = trace::elapsed(segment.start, segment.end);
    const Pose pose = track_pose(segment, std::clamp(trace::elapsed(segment.start, t), 0.0, used));
    const Quaternion& q = pose.rotation;
    Sample s{
        pose.translation[0], pose.translation[1], pose.translation[2], q.w(), q.x(), q.y(), q.z()};
    double side = 0.0;
    for (std::size_t i = 3; i < 7; ++i) side += s[i] * like[i];
    if (side < 0.0) {
      for (std::size_t i = 3; i < 7; ++i) s[i] = -s[i];
    }
    return s;
  }

 private:
  const Segments& parts_;
};

/// T_k at the nodes x_j = cos(π (j + ½) / n), [k][j].
using NodeTable = std::array<std::array<double, kNodes>, kNodes>;

const NodeTable& at_nodes() {
  static const NodeTable table = [] {
    NodeTable values{};
    for (int k = 0; k < kNodes; ++k) {
      for (int j = 0; j < kNodes; ++j) {
        values[k][j] = std::cos(std::numbers::pi * k * (j + 0.5) / kNodes);
      }
    }
    return values;
  }();
  return table;
}

/// The Chebyshev coefficients that interpolate values at the nodes.
std::vector<double> interpolated(const std::array<double, kNodes>& values) {
  std::vector<double> c(kNodes);
  for (std::size_t k = 0; k < kNodes; ++k) {
    double sum = 0.0;
    for (std::size_t j = 0; j < kNodes; ++j) sum += values[j] * at_nodes()[k][j];
    c[k] = (k == 0 ? 1.0 : 2.0) / kNodes * sum;
  }
  return c;
}

/// One segment that follows `parts`, not yet compared with them.
trace::Segment followed(const Segments& parts) {
  const JoinedPath path(parts);
  trace::Segment joined = *parts.back();
  joined.start = parts.front()->start;
  joined.length = std::max(path.length(), std::numeric_limits<double>::min());
  for (const trace::Segment* part : parts) {
    joined.error_estimate = std::max(joined.error_estimate, part->error_estimate);
    joined.residual = std::max(joined.residual, part->residual);
  }
  std::array<std::array<double, kNodes>, 7> values{};
  Sample last = path.at(0.0, {});
  for (int j = kNodes - 1; j >= 0; --j) {  // in the order of time
    const double x = at_nodes()[1][j];
    last = path.at(0.5 * (x + 1) * joined.length, last);
    for (std::size_t i = 0; i < 7; ++i) values[i][j] = last[i];
  }
  for (std::size_t i = 0; i < 3; ++i) joined.position[i] = interpolated(values[i]);
  for (std::size_t i = 0; i < 4; ++i) joined.quaternion[i] = interpolated(values[i + 3]);
  return joined;
}

/// How far a vertex at most `radius` from the body's origin moves between two poses, at most.
double moved(const Pose& a, const Pose& b, double radius) {
  const double turn = 2 * (a.rotation.conjugate() * b.rotation).vec().norm();
  return (a.translation - b.translation).norm() + radius * turn;
}

/// The largest distance of a vertex from the parts, at samples and at both sides of the joints.
double distance(const trace::Segment& joined, const Segments& parts, double radius) {
  double worst = 0.0;
  for (const trace::Segment* part : parts) {
    const double from = trace::elapsed(joined.start, part->start);
    const double used = trace::elapsed(part->start, part->end);
    const int checks = std::max(3, kChecks / static_cast<int>(parts.size()));
    for (int i = 0; i <= checks; ++i) {
      const double elapsed = used * i / checks;
      worst = std::max(worst, moved(track_pose(joined, std::min(from + elapsed, joined.length)),
                                    track_pose(*part, elapsed), radius));
    }
  }
  return worst;
}

bool may_go_on(const trace::Segment& segment) {
  return segment.reason == trace::EndReason::Accuracy ||
         segment.reason == trace::EndReason::Neighbour;
}

double radius_of(const trace::Body& body) {
  double radius = 0.0;
  for (const trace::Piece& piece : body.pieces) {
    for (const trace::Triple& v : piece.vertices)
      radius = std::max(radius, std::hypot(v[0], v[1], v[2]));
  }
  return radius;
}

/// Rounds to multiples of `grid` and drops what became zero behind.
void round_rows(std::span<std::vector<double>> rows, double grid) {
  std::size_t used = 1;
  for (std::vector<double>& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = grid * std::nearbyint(row[k] / grid);
      if (row[k] != 0.0) used = std::max(used, k + 1);
    }
  }
  for (std::vector<double>& row : rows) row.resize(std::min(used, row.size()));
}

/// The power of two below x: rounding to it is exact afterwards.
double power_of_two(double x) { return std::exp2(std::floor(std::log2(x))); }

/// Rounds so that no vertex moves by more than `error`: half of it for each of position and
/// rotation. A coefficient changes by at most half a grid, and every |T_k| <= 1; a change of q by d
/// turns by at most 2 d / |q|, and |q|² > 1/2.
void round_segment(trace::Segment& segment, double radius, double error) {
  const auto terms =
      static_cast<double>(std::max(segment.position[0].size(), segment.quaternion[0].size()) + 1);
  const double of_position = error / (terms * std::numbers::sqrt3);
  const double of_rotation = error / (terms * 4 * std::numbers::sqrt2 *
                                      std::max(radius, std::numeric_limits<double>::min()));
  round_rows(segment.position, power_of_two(of_position));
  round_rows(segment.quaternion, power_of_two(std::min(of_rotation, 1e-6)));
}

/// Joins segments from `first` on as far as one polynomial follows them; tries twice as many each
/// time. Returns how many were joined.
std::size_t join(const Segments& all, std::size_t first, double radius, double error,
                 trace::Segment& joined) {
  joined = *all[first];
  std::size_t done = 1;
  for (std::size_t want = 2; want <= kMostJoined; want *= 2) {
    const std::size_t count = std::min(want, all.size() - first);
    if (count <= done) break;
    const Segments parts(all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(first + count));
    if (!std::all_of(parts.begin(), parts.end() - 1, [](auto* s) { return may_go_on(*s); })) break;
    const trace::Segment candidate = followed(parts);
    if (distance(candidate, parts, radius) > error) break;
    joined = candidate;
    done = count;
  }
  return done;
}

/// Where segment `index` of a body went.
using NewIndex = std::vector<std::vector<std::uint32_t>>;

std::vector<Segments> segments_by_body(const trace::Trace& trace) {
  std::vector<Segments> by_body(trace.bodies.size());
  for (const trace::Segment& segment : trace.segments) {
    if (segment.body < by_body.size()) by_body[segment.body].push_back(&segment);
  }
  return by_body;
}

std::size_t coefficient_count(const trace::Segment& segment) {
  return 3 * segment.position[0].size() + 4 * segment.quaternion[0].size();
}

/// About how many coefficients would be left: from a few bodies, of each a stretch in the middle.
std::size_t expected_count(const trace::Trace& trace, const std::vector<Segments>& by_body,
                           double error) {
  constexpr std::size_t kBodies = 8;
  constexpr std::size_t kStretch = 400;
  double before = 0.0;
  double after = 0.0;
  for (std::size_t n = 0; n < std::min(kBodies, by_body.size()); ++n) {
    const std::size_t body = n * by_body.size() / std::min(kBodies, by_body.size());
    const Segments& all = by_body[body];
    const std::size_t first = all.size() > kStretch ? (all.size() - kStretch) / 2 : 0;
    const Segments part(
        all.begin() + static_cast<std::ptrdiff_t>(first),
        all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), first + kStretch)));
    const double radius = radius_of(trace.bodies[body]);
    for (const trace::Segment* segment : part)
      before += static_cast<double>(coefficient_count(*segment));
    for (std::size_t i = 0; i < part.size();) {
      trace::Segment segment;
      i += join(part, i, radius, error / 2, segment);
      round_segment(segment, radius, error / 2);
      after += static_cast<double>(coefficient_count(segment));
    }
  }
  const auto all = static_cast<double>(rigor::coefficient_count(trace));
  return before > 0.0 ? static_cast<std::size_t>(all * after / before) : 0;
}

NewIndex thin_segments(const trace::Trace& trace, double error, trace::Trace& out) {
  const std::vector<Segments> by_body = segments_by_body(trace);
  NewIndex index(by_body.size());
  for (std::size_t body = 0; body < by_body.size(); ++body) {
    const double radius = radius_of(trace.bodies[body]);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < by_body[body].size(); ++count) {
      trace::Segment segment;
      const std::size_t joined = join(by_body[body], i, radius, error / 2, segment);
      round_segment(segment, radius, error / 2);
      segment.index = count;
      out.segments.push_back(std::move(segment));
      index[body].insert(index[body].end(), joined, count);
      i += joined;
    }
  }
  std::stable_sort(out.segments.begin(), out.segments.end(),
                   [](const auto& a, const auto& b) { return a.start < b.start; });
  return index;
}

/// Whether `next` says the same of the same pair, from where `last` stops.
bool continues(const trace::Certificate& last, trace::Certificate next) {
  if (next.begin != last.end || last.speed != 0.0) return false;
  next.begin = last.begin;
  next.end = last.end;
  next.segment_a = last.segment_a;
  next.segment_b = last.segment_b;
  next.level = last.level;
  return next == last;
}

void thin_certificates(const trace::Trace& trace, const NewIndex& index, trace::Trace& out) {
  const auto moved_index = [&](std::uint32_t body, std::uint32_t segment) {
    if (body >= index.size() || segment >= index[body].size()) return segment;
    return index[body][segment];
  };
  std::map<std::pair<trace::PieceId, trace::PieceId>, std::size_t> last;
  for (const trace::Certificate& certificate : trace.certificates) {
    const auto [at, fresh] = last.try_emplace({certificate.a, certificate.b}, 0);
    if (!fresh && continues(out.certificates[at->second], certificate)) {
      trace::Certificate& kept = out.certificates[at->second];
      kept.end = certificate.end;
      kept.level = std::min(kept.level, certificate.level);
      continue;
    }
    at->second = out.certificates.size();
    out.certificates.push_back(certificate);
    trace::Certificate& kept = out.certificates.back();
    kept.segment_a = moved_index(kept.a.body, kept.segment_a);
    kept.segment_b = moved_index(kept.b.body, kept.segment_b);
  }
}

/// Keeps those that claim the least, because the nearest pairs are what one wants to look at.
void keep_nearest(std::vector<trace::Certificate>& certificates, std::size_t most) {
  if (certificates.size() <= most) return;
  std::vector<double> levels;
  for (const trace::Certificate& certificate : certificates) levels.push_back(certificate.level);
  std::nth_element(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(most),
                   levels.end());
  const double limit = levels[most];
  const auto below = static_cast<std::size_t>(
      std::count_if(certificates.begin(), certificates.end(),
                    [limit](const trace::Certificate& c) { return c.level < limit; }));
  std::size_t room = most - below;  // for those at the limit: the first ones
  std::erase_if(certificates, [&](const trace::Certificate& c) {
    if (c.level != limit) return c.level > limit;
    if (room == 0) return true;
    --room;
    return false;
  });
}

}  // namespace

std::size_t coefficient_count(const trace::Trace& trace) {
  std::size_t count = 0;
  for (const trace::Segment& segment : trace.segments) count += coefficient_count(segment);
  return count;
}

Thinned thinned(const trace::Trace& trace, double error) {
  Thinned out;
  out.trace.header = trace.header;
  out.trace.bodies = trace.bodies;
  out.trace.half_spaces = trace.half_spaces;
  out.trace.joints = trace.joints;
  out.trace.exclusions = trace.exclusions;
  out.trace.loads = trace.loads;
  out.trace.events = trace.events;
  if (trace.forces.size() <= kMostForcesShown) out.trace.forces = trace.forces;
  out.trace.footer = trace.footer;
  out.trace.complete = trace.complete;
  const NewIndex index = thin_segments(trace, error, out.trace);
  thin_certificates(trace, index, out.trace);
  out.thinning = {error, trace.segments.size(), out.trace.segments.size(),
                  trace.certificates.size(), out.trace.certificates.size()};
  return out;
}

std::optional<Thinned> thinned_if_big(const trace::Trace& trace) {
  constexpr double kPartOfSkin = 0.01;  // smaller than the band around the skin: it can not be seen
  if (coefficient_count(trace) <= kMostNumbersShown &&
      trace.certificates.size() <= kMostCertificatesShown &&
      trace.forces.size() <= kMostForcesShown) {
    return {};
  }
  double error = kPartOfSkin * trace.header.skin;
  const std::vector<Segments> by_body = segments_by_body(trace);
  for (const double coarser : {1e-7, 1e-6, 1e-5, 1e-4}) {
    if (expected_count(trace, by_body, error) <= kMostNumbersShown) break;
    error = std::max(error, coarser);
  }
  Thinned thin = thinned(trace, error);
  keep_nearest(thin.trace.certificates, kMostCertificatesShown);
  thin.thinning.certificates_after = thin.trace.certificates.size();
  return thin;
}

}  // namespace rigor
