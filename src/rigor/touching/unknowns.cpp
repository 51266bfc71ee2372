// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/touching/unknowns.hpp>

namespace rigor {

Unknowns unknowns_of(std::span<const BodyState> states) {
  Unknowns out;
  const auto of_tree = [](const BodyState& state) { return state.tree != nullptr; };
  if (std::none_of(states.begin(), states.end(), of_tree)) {
    out.count = 6 * static_cast<int>(states.size());
    return out;
  }
  int last = 0;
  for (int i = 0; i < static_cast<int>(states.size()); ++i) {
    if (leads(states, i)) {
      last = out.count;
      out.count += size_of(states[i]);
    }
    out.offsets.push_back(last);
  }
  return out;
}

int size_of(const BodyState& state) { return state.tree ? state.tree->tree->unknowns() : 6; }

bool leads(std::span<const BodyState> states, int place) {
  if (place == 0) return true;
  const BodyState& here = states[place];
  const BodyState& before = states[static_cast<std::size_t>(place) - 1];
  return !here.tree || !before.tree || here.tree->tree != before.tree->tree;
}

int unit_end(std::span<const BodyState> states, int first) {
  int end = first + 1;
  while (end < static_cast<int>(states.size()) && !leads(states, end)) ++end;
  return end;
}

double TreeRow::product(const TreeRow& other) const {
  double sum = 0.0;
  for (const Part& here : parts)
    for (const Part& there : other.parts)
      if (here.offset >= 0 && here.offset == there.offset) sum += here.on.dot(there.response);
  return sum;
}

void TreeRow::add_response(double size, Eigen::VectorXd& to) const {
  for (const Part& part : parts)
    if (part.offset >= 0) to.segment(part.offset, part.response.size()) += size * part.response;
}

void combine(const TreeRow& a, double s, const TreeRow& b, double t, const TreeRow& c,
             TreeRow& to) {
  for (std::size_t i = 0; i < to.parts.size(); ++i) {
    to.parts[i].offset = a.parts[i].offset;
    to.parts[i].on = a.parts[i].on + s * b.parts[i].on + t * c.parts[i].on;
    to.parts[i].response = a.parts[i].response + s * b.parts[i].response + t * c.parts[i].response;
  }
}

}  // namespace rigor
