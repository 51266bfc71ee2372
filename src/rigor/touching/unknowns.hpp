// SPDX-License-Identifier: Apache-2.0
// Which velocities are whose among the unknowns of some bodies: a free body has six of its own, the
// links of a tree share those of its joints.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <rigor/assembly/tree.hpp>

namespace rigor {

/// The unknowns of some bodies, ascending by number; the links of a tree are neighbours.
struct Unknowns {
  std::vector<int> offsets;  ///< per body, where its own or its tree's begin; empty: no trees
  int count = 0;

  bool has_trees() const { return !offsets.empty(); }
  int offset(int place) const { return has_trees() ? offsets[place] : 6 * place; }
};

Unknowns unknowns_of(std::span<const BodyState> states);

/// How many the body has, or its tree.
int size_of(const BodyState& state);

/// Whether the body is free, or the first of its tree: one body of each unit leads.
bool leads(std::span<const BodyState> states, int place);

/// The place behind the last body of the unit that `first` leads.
int unit_end(std::span<const BodyState> states, int first);

/// A row over the unknowns that is zero but for those of at most two units, and its answer M⁻¹ row.
/// A row about two links of one tree has one part.
struct TreeRow {
  struct Part {
    int offset = -1;  ///< -1: no such part
    Eigen::VectorXd on;
    Eigen::VectorXd response;
  };
  std::array<Part, 2> parts;

  /// row·x, x over all unknowns.
  template <typename Vector>
  double dot(const Vector& x) const {
    double sum = 0.0;
    for (const Part& part : parts)
      if (part.offset >= 0) sum += part.on.dot(x.segment(part.offset, part.on.size()));
    return sum;
  }
  /// row M⁻¹ other'.
  double product(const TreeRow& other) const;
  /// to += size M⁻¹ row'.
  void add_response(double size, Eigen::VectorXd& to) const;
};

/// to = a + s b + t c, of rows with the same parts.
void combine(const TreeRow& a, double s, const TreeRow& b, double t, const TreeRow& c, TreeRow& to);

}  // namespace rigor
