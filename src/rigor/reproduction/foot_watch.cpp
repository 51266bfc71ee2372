// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/certify/path.hpp>
#include <rigor/reproduction/foot_watch.hpp>

namespace rigor {
namespace {

constexpr double kHeightEvery = 2e-3;  // s between heights

}  // namespace

FootWatch::FootWatch(const Model& model) {
  for (std::size_t i = 0; i < model.links.size(); ++i)
    for (std::size_t k = 0; k < model.links[i].pieces.size(); ++k)
      if (const Piece& piece = model.links[i].pieces[k]; piece.name == "foot")
        feet_.push_back({model.links[i].name, static_cast<std::uint32_t>(i),
                         static_cast<std::uint32_t>(k), piece.shape.vertices()});
  contacts_.resize(feet_.size());
  heights_.resize(feet_.size());
}

std::vector<std::string> FootWatch::names() const {
  std::vector<std::string> out;
  for (const Foot& foot : feet_) out.push_back(foot.name);
  return out;
}

void FootWatch::measure(const trace::Segment& segment, std::size_t foot) {
  const double begin = trace::seconds(segment.start);
  const double end = trace::seconds(segment.end);
  for (auto k = static_cast<std::size_t>(std::ceil(begin / kHeightEvery));; ++k) {
    const double t = kHeightEvery * static_cast<double>(k);
    if (t >= end) return;
    const Pose X = pose_at(segment, std::max(segment.start, trace::time_from(t)));
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3& v : feet_[foot].vertices) lowest = std::min(lowest, (X * v).z());
    heights_[foot].push_back({t, lowest});
  }
}

void FootWatch::see(const StepReport& step) {
  for (std::size_t i = 0; i < feet_.size(); ++i) {
    const Foot& foot = feet_[i];
    const trace::PieceId id{foot.link, foot.piece};
    for (const trace::Segment& segment : step.segments)
      if (segment.body == foot.link) {
        measure(segment, i);
        if (i == 0) ++stretches_;
      }
    for (const trace::Certificate& proof : step.certificates)
      if (proof.a.body == trace::kWorld && proof.b == id) contacts_[i][proof.begin] = proof.active;
    for (const trace::Event& event : step.events)
      if (event.a.body == trace::kWorld && event.b == id)
        stepped_.push_back({trace::seconds(event.at), i, event.contacts.size()});
  }
}

std::vector<FootChange> FootWatch::changes() const {
  std::vector<FootChange> out;
  for (std::size_t i = 0; i < feet_.size(); ++i) {
    std::vector<std::uint32_t> before;
    for (const auto& [time, active] : contacts_[i]) {
      if (active != before) out.push_back({trace::seconds(time), i, active.size()});
      before = active;
    }
  }
  if (out.empty()) out = stepped_;
  std::stable_sort(out.begin(), out.end(),
                   [](const FootChange& x, const FootChange& y) { return x.time < y.time; });
  return out;
}

std::vector<FootChange> counted_by_paper(const std::vector<FootChange>& changes) {
  std::vector<FootChange> out;
  std::map<std::size_t, std::size_t> last;
  for (const FootChange& change : changes) {
    std::size_t& points = last[change.foot];
    if (change.points != points && change.points != 0) out.push_back(change);
    points = change.points;
  }
  return out;
}

std::vector<PlotPoint> times_between(const std::vector<FootChange>& changes) {
  std::vector<PlotPoint> out;
  double before = 0.0;
  for (const FootChange& change : changes) {
    if (!(change.time > before)) continue;
    out.push_back({change.time, change.time - before});
    before = change.time;
  }
  return out;
}

}  // namespace rigor
