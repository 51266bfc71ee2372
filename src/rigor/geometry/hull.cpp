// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <rigor/geometry/hull.hpp>

namespace rigor {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// Coordinates about the mean, scaled by a power of two to about 1, so that qhull's own constants
/// see the same numbers whatever the units and the place of the body.
std::vector<coordT> normalized_coordinates(std::span<const Vector3> points) {
  const Vector3 sum = std::accumulate(points.begin(), points.end(), Vector3(Vector3::Zero()));
  const Vector3 mean = sum / static_cast<double>(points.size());
  double reach = 0.0;
  for (const Vector3& p : points) reach = std::max(reach, (p - mean).lpNorm<Eigen::Infinity>());
  const double scale = std::ldexp(1.0, -std::ilogb(reach));
  std::vector<coordT> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vector3& p : points) {
    const Vector3 q = scale * (p - mean);
    coordinates.insert(coordinates.end(), {q.x(), q.y(), q.z()});
  }
  return coordinates;
}

/// The state of one run of qhull, released with its two memory pools.
class QhullRun {
 public:
  explicit QhullRun(std::vector<coordT>& coordinates) : sink_(std::fopen("/dev/null", "w")) {
    qh_zero(&qh_, sink_.get());
    char command[] = "qhull Pp";
    exit_code_ = qh_new_qhull(&qh_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(),
                              False, command, sink_.get(), sink_.get());
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;
  ~QhullRun() {
    int long_blocks = 0;
    int long_bytes = 0;
    qh_freeqhull(&qh_, !qh_ALL);
    qh_memfreeshort(&qh_, &long_blocks, &long_bytes);
  }

  bool succeeded() const { return exit_code_ == 0; }
  qhT* handle() { return &qh_; }

 private:
  File sink_;
  qhT qh_{};
  int exit_code_ = 0;
};

std::vector<std::uint32_t> cycle_of(qhT* qh, facetT* facet) {
  std::vector<std::uint32_t> cycle;
  setT* ordered = qh_facet3vertex(qh, facet);
  vertexT* vertex = nullptr;
  vertexT** vertexp = nullptr;
  FOREACHvertex_(ordered)
      cycle.push_back(static_cast<std::uint32_t>(qh_pointid(qh, vertex->point)));
  qh_settempfree(qh, &ordered);
  return cycle;
}

}  // namespace

std::optional<std::vector<std::vector<std::uint32_t>>> hull_cycles(
    std::span<const Vector3> points) {
  std::vector<coordT> coordinates = normalized_coordinates(points);
  QhullRun run(coordinates);
  if (!run.succeeded()) return std::nullopt;
  qhT* qh = run.handle();
  std::vector<std::vector<std::uint32_t>> cycles;
  facetT* facet = nullptr;
  FORALLfacets { cycles.push_back(cycle_of(qh, facet)); }
  return cycles;
}

}  // namespace rigor
