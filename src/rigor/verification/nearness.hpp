// SPDX-License-Identifier: Apache-2.0
// How far a moving point is from a piece: from an edge between two of its vertices
// (which lies in the piece, whatever two they are), or from a face. Faces on file are hints: one is
// used only if its vertices, in their order, go once around a convex polygon. Then a point that is
// on the inner side of every edge, in the plane of the face, is in the piece; "near" allows a band
// beyond each edge and beside the plane.
#pragma once

#include <rigor/verification/series.hpp>

namespace rigor::verification {

/// An affine function of place: weights·x - offset, in metres.
struct Affine {
  Vec weights{};
  Real offset = 0;

  Real at(const Vec& x) const { return dot(weights, x) - offset; }
};

/// An edge or a face.
struct Feature {
  std::vector<Affine> flat;    ///< zero on it
  std::vector<Affine> inside;  ///< not below zero on it

  /// How far a place is from it, about.
  Real distance(const Vec& x) const;
};

/// The edges of a piece and those faces that are convex polygons.
std::vector<Feature> features_of(const trace::Piece& piece);

/// A point's path in the frame of a piece, on [-1, 1]: coefficients, and what they are wrong by.
struct LocalPath {
  std::vector<Vec> c;
  Real error = 0;  ///< m
};

/// An upper bound of the mean, over the path, of its distance from the features, distances up to
/// `band` taken as none. Zero says that the path is nowhere farther than the band.
Real mean_distance(const std::vector<Feature>& features, const LocalPath& path, Real band,
                   Nodes& nodes);

}  // namespace rigor::verification
