// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/course_boxes.hpp>
#include <rigor/verification/double_separation.hpp>

namespace rigor::verification {

Box united(const Box& x, const Box& y) {
  Box both;
  for (std::size_t i = 0; i < 3; ++i) {
    both.low[i] = std::min(x.low[i], y.low[i]);
    both.high[i] = std::max(x.high[i], y.high[i]);
  }
  return both;
}

CourseBoxes::CourseBoxes(const std::vector<const trace::Segment*>& course,
                         const trace::Piece& piece) {
  const double radius = radius_above(piece);
  auto& leaves = levels_.emplace_back();
  leaves.reserve(course.size());
  for (const trace::Segment* segment : course) {
    const DoubleMotion motion = double_motion(*segment, {segment->start, segment->end});
    const std::optional<Box> tight = double_box({&motion, &piece.vertices});
    leaves.push_back(tight ? *tight : ball_box(*segment, radius));
  }
  while (levels_.back().size() > 1) {
    std::vector<Box> above;
    const std::vector<Box>& below = levels_.back();
    for (std::size_t i = 0; i < below.size(); i += 2) {
      above.push_back(i + 1 < below.size() ? united(below[i], below[i + 1]) : below[i]);
    }
    levels_.push_back(std::move(above));
  }
}

std::size_t CourseBoxes::last(const Node& node) const {
  return std::min(((node.index + 1) << node.level), levels_[0].size()) - 1;
}

}  // namespace rigor::verification
