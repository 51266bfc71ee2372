// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/body_mass.hpp>

namespace rigor::verification {
namespace {

using Matrix = std::array<std::array<Real, 3>, 3>;

Real trace_of(const Matrix& m) { return m[0][0] + m[1][1] + m[2][2]; }

/// Of the 2 x 2 matrix without row i and column j, with its sign.
Real cofactor(const Matrix& m, int i, int j) {
  const auto at = [&](int r, int c) { return m[(i + r) % 3][(j + c) % 3]; };
  return at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1);
}

Real determinant(const Matrix& m) {
  Real sum = 0;
  for (int j = 0; j < 3; ++j) sum += m[0][j] * cofactor(m, 0, j);
  return sum;
}

bool symmetric(const Matrix& m) {
  const Real size = std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (std::abs(m[i][j] - m[j][i]) > 1e-12L * size) return false;
  return true;
}

/// A body's moments obey the triangle inequality about every axis: ½ tr(I) 1 - I, which is its
/// distribution of mass, has no negative eigenvalue, that is no negative principal minor.
bool distributes_mass(const Matrix& inertia) {
  const Real trace = trace_of(inertia);
  Matrix spread;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) spread[i][j] = (i == j ? trace / 2 : 0) - inertia[i][j];
  const Real slack = 1e-9L * trace;
  for (int i = 0; i < 3; ++i)
    if (spread[i][i] < -slack || cofactor(spread, i, i) < -slack * trace) return false;
  return determinant(spread) >= -slack * trace * trace;
}

bool moderate(double x) { return std::abs(x) <= 1e50; }

}  // namespace

Vec BodyMass::solved(const Vec& moment) const {
  Vec out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) out[i] += inverse[3 * i + j] * moment[j];
  return out;
}

std::optional<BodyMass> body_mass(const trace::Body& body) {
  if (!moderate(body.mass) || !(body.mass > 0.0)) return std::nullopt;
  const bool centred = body.com == trace::Triple{};
  if (!centred && body.kind != trace::BodyKind::Link) return std::nullopt;
  if (!std::all_of(body.com.begin(), body.com.end(), moderate)) return std::nullopt;
  if (!std::all_of(body.inertia.begin(), body.inertia.end(), moderate)) return std::nullopt;
  Matrix inertia;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) inertia[i][j] = body.inertia[3 * i + j];
  const Real trace = trace_of(inertia);
  const Real whole = determinant(inertia);
  const bool definite = inertia[0][0] > 0 && cofactor(inertia, 2, 2) > 0 &&
                        whole > 1e-9L * trace * trace * trace / 27;
  if (!symmetric(inertia) || !definite || !distributes_mass(inertia)) return std::nullopt;
  BodyMass out;
  out.mass = body.mass;
  out.com = vec(body.com);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.inverse[3 * j + i] = cofactor(inertia, i, j) / whole;
  for (const Real x : out.inverse) out.inverse_size += std::abs(x);
  out.gyration = std::sqrt(trace / (2 * out.mass));
  return out;
}

}  // namespace rigor::verification
