// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <rigor/integration/cluster.hpp>
#include <rigor/laws/mode.hpp>

namespace rigor {

/// A contact while a mode lasts.
struct ActiveContact {
  ContactId id;
  ContactState state = ContactState::Frictionless;
  double viscosity = 0.0;  ///< tangential force per slip speed, N s/m; on half-spaces only
};

/// A contact as the right-hand side needs it. A vertex of body O on a plane of body P, or two edges
/// with O = b and P = a; a place of -1 is a body that is driven, or does not move and is at the
/// pose given here.
struct MovingContact {
  int place_O = -1;
  int place_P = -1;
  int drive_O = -1;  ///< among the mode's drives; -1: not driven
  int drive_P = -1;
  Pose X_WO;  ///< if place_O < 0
  Pose X_WP;  ///< if place_P < 0
  bool edges = false;
  Vector3 r_O = Vector3::Zero();          ///< the vertex, or a point of O's edge; O's frame
  Vector3 r_P = Vector3::Zero();          ///< a point of P's edge; P's frame
  Matrix3 frame_P = Matrix3::Identity();  ///< columns: normal out of P, two tangents; in P's frame,
                                          ///< or the world's if P does not move
  Vector3 along_O = Vector3::UnitX();     ///< direction of O's edge, O's frame
  Vector3 along_P = Vector3::UnitX();     ///< direction of P's edge, P's frame
  double sign = 1.0;                      ///< of an edge-edge axis
  double viscosity = 0.0;
};

/// Bodies whose contacts are fixed: the right-hand side of their motion between events.
struct ModeMotion {
  std::vector<const Body*> bodies;
  Vector3 gravity = Vector3::Zero();
  trace::Time start{};                      ///< when the mode starts
  std::vector<const DrivePiece*> drives{};  ///< of the driven bodies it touches
  std::vector<MovingContact> contacts;
  /// The equations of the mode: row `axis` (0 normal, 1 and 2 tangents) of contact `contact`.
  struct Row {
    int contact = 0;
    int axis = 0;
  };
  std::vector<Row> rows;  ///< independent ones only, ordered by contact
};

/// Chooses independent rows at the given state.
ModeMotion mode_motion(const World& world, const Cluster& cluster,
                       const std::vector<ActiveContact>& contacts);

/// The acceleration of a mode, the multipliers of its rows, and the storage both need: made once
/// per segment, so that evaluating allocates nothing. [TR eqn:DAE] The force on O is multiplier
/// times the direction of the row, at the row's contact; the opposite acts on P.
class ModeSolution {
 public:
  explicit ModeSolution(const ModeMotion& motion);

  /// Evaluates the mode at these states, one per body, `after` seconds from its start. Lost: rows
  /// became dependent.
  RankCheck solve(std::span<const BodyState> states, double after = 0.0);

  const Eigen::VectorXd& a() const { return a_; }
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  /// Where the row's contact is (world), after solve().
  const Vector3& point(int contact) const { return points_[contact]; }
  /// The mode's driven bodies, after solve().
  const BodyMotion& drive(int i) const { return drives_[i]; }
  /// What the driven bodies do per second on the others, watts, after solve().
  double drive_power() const;

 private:
  friend ModeMotion mode_motion(const World&, const Cluster&, const std::vector<ActiveContact>&);

  /// One row: on O and on P, and what it does to their accelerations.
  struct RowTerms {
    Vector6 on_O = Vector6::Zero();
    Vector6 on_P = Vector6::Zero();
    Vector6 response_O = Vector6::Zero();
    Vector6 response_P = Vector6::Zero();
    double bias = 0.0;
  };

  /// A vertex on a plane: arms from the two bodies, the plane's directions, and the vertex's
  /// acceleration seen from P at zero generalised acceleration.
  struct VertexTerms {
    Vector3 arm_O = Vector3::Zero();
    Vector3 arm_P = Vector3::Zero();
    Vector3 bias = Vector3::Zero();
    Matrix3 frame = Matrix3::Identity();
  };

  void place_bodies(std::span<const BodyState> states);
  void place_drives(double after);
  BodyMotion motion_of(int place, int drive, const Pose& still,
                       std::span<const BodyState> states) const;
  void add_viscous(std::span<const BodyState> states);
  void place_edges(int contact, std::span<const BodyState> states);
  void place_vertex(int contact, std::span<const BodyState> states);
  void fill_rows(std::span<const BodyState> states);
  void fill_matrix();
  RankCheck factor();

  const ModeMotion& motion_;
  std::vector<Matrix3> R_;
  std::vector<TurnedBody> turned_;
  std::vector<BodyMotion> drives_;
  std::vector<Vector3> points_;
  std::vector<VertexTerms> vertices_;
  std::vector<ContactRows> crossings_;
  std::vector<RowTerms> terms_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> A_;
  Eigen::VectorXd a_;
  Eigen::VectorXd multipliers_;
};

}  // namespace rigor
