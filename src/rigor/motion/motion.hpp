// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <Eigen/LU>
#include <Eigen/QR>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

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
  double sign = 1.0;                      ///< of an edge-edge axis, or of a limit
  double viscosity = 0.0;
  Vector3 belt_O = Vector3::Zero();  ///< velocity of O's surface against O, world axes
  Vector3 belt_P = Vector3::Zero();
  int limit = -1;  ///< of a joint at its limit: the velocity, among those of O's tree
};

/// Bodies whose contacts are fixed: the right-hand side of their motion between events.
struct ModeMotion {
  std::vector<const Body*> bodies;
  Unknowns unknowns;
  Vector3 gravity = Vector3::Zero();
  trace::Time start{};                      ///< when the mode starts
  std::vector<const DrivePiece*> drives{};  ///< of the driven bodies it touches
  std::vector<MovingContact> contacts;
  const Cancellation* cancellation = nullptr;  ///< of the run
  /// The equations of the mode: row `axis` (0 normal, 1 and 2 tangents) of contact `contact`.
  struct Row {
    int contact = 0;
    int axis = 0;
  };
  std::vector<Row> rows;  ///< independent ones only, ordered by contact

  /// Where forces act if some contact slides. The rows say what the motion must keep, these which
  /// forces keep it.
  struct Force {
    int contact = 0;
    int pair = -1;        ///< those of one sliding pair have one number
    bool slips = false;   ///< pushes along the normal less μ times the direction of slip
    bool sticks = false;  ///< pushes along the normal and both tangents; neither: the normal only
    double friction = 0.0;
    bool onset = false;
    bool loaded = true;
    Vector3 slip_W = Vector3::UnitX();  ///< at the start
    double side = 1.0;  ///< 1: slips are those of the pair's b over its a; -1: of a over b
    std::optional<RimTurn> turn{};  ///< of corners of faces; others have springs of stiffness one
  };
  std::vector<Force> forces;   ///< empty: nothing slides, the rows' own multipliers are the forces
  bool springs_decide = true;  ///< which forces carry load; else those of the least total do

  bool slides() const { return !forces.empty(); }
};

/// Chooses independent rows at the given state. `points`: of the pairs that slide.
ModeMotion mode_motion(const World& world, const Cluster& cluster,
                       const std::vector<ActiveContact>& contacts,
                       const std::vector<FrictionPoint>& points = {});

/// How the acceleration of a sliding mode answers to a small change of velocity through the
/// direction of slip at one point: da = gain response (across·dv). This is what makes slow slip
/// stiff.
struct SlipAnswer {
  TreeRow across;       ///< transverse slip speed as a row over the unknowns; without responses
  double driven = 0.0;  ///< what driven bodies add to that speed, m/s
  Eigen::VectorXd response;  ///< acceleration of all bodies to a unit transverse force
  double gain = 0.0;         ///< -μ λ / |slip|, signed; N s/m
};

/// The acceleration of a mode, the multipliers of its rows, and the storage both need: made once
/// per segment, so that evaluating allocates nothing. [TR eqn:DAE] The force on O is multiplier
/// times the direction of the row, at the row's contact; the opposite acts on P.
class ModeSolution {
 public:
  explicit ModeSolution(const ModeMotion& motion);

  /// Evaluates the mode at these states, one per body, `after` seconds from its start. Lost: rows
  /// became dependent.
  RankCheck solve(std::span<const BodyState> states, double after = 0.0);

  /// Whether slips that set out follow their speed or keep the direction they are given.
  enum class Directions : std::uint8_t { Followed, Kept };

  /// The same for sliding modes, where slip directions continue those in `slips_W` (one per force,
  /// world): friction acts against ±slip/|slip| with the sign that continues, so that the motion
  /// is smooth through a stop. They are updated. The forces are those of springs at the loaded
  /// points: equal ones on half-spaces; between faces each as stiff as their rim turns there, so
  /// that forces do not jump where corners part, meet, come or go.
  RankCheck solve(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                  Directions onsets = Directions::Followed, double after = 0.0);

  /// After solve(): slip velocity of O over P at a force's contact, world, m/s.
  const Vector3& slip(int force) const { return slip_speed_[force]; }
  /// Normal force at a force's contact; of unloaded ones, what a spring there would give.
  double load(int force) const { return loads_[force]; }
  /// det(forces with friction) / det(without): 1 without friction, 0 or less where Painlevé's
  /// paradox may arise.
  double indicator() const { return indicator_; }
  /// Changes of the forces (one per multiplier) that keep the rows, and what they add to the
  /// accelerations: without columns if the motion does not depend on the split.
  struct Splits {
    Eigen::MatrixXd forces;
    Eigen::MatrixXd accelerations;
  };
  Splits splits() const;
  /// Which forces carry load in the split of least total load, one per force; empty if every split
  /// pulls somewhere.
  std::vector<char> least_loaded() const;
  /// How the acceleration answers to changes of slip direction, one per force that slips.
  void answers(std::vector<SlipAnswer>& out);

  const Eigen::VectorXd& a() const { return a_; }
  /// After solve(): by how much the accelerations miss the rows at most, as a fraction of what the
  /// rows are about.
  double residual() const;
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  /// After solve(): W of the tree whose first link has this place, what unit efforts along its
  /// velocities do to them while the rows hold. Nothing if the rows are dependent.
  std::optional<Eigen::MatrixXd> tree_response(int place);
  /// Where the row's contact is (world), after solve().
  const Vector3& point(int contact) const { return points_[contact]; }
  /// The mode's driven bodies, after solve().
  const BodyMotion& drive(int i) const { return drives_[i]; }
  /// The part of the accelerations that the contacts which slide give, after solve().
  Eigen::VectorXd a_of_slips() const;
  /// What driven bodies and given forces do per second on the bodies, watts, after solve().
  double supplied_power() const;
  /// What contacts push the bodies with, about their origins, world axes, one per body; after
  /// solve(). Limits of joints are no such pushes.
  std::vector<Vector6> contact_wrenches() const;
  /// See the function of that name in tree.hpp; of the tree whose first link has this place, after
  /// solve(), with the wrenches of contact_wrenches().
  Eigen::VectorXd holding_efforts(int place, const std::vector<Vector6>& wrenches) const;

 private:
  friend ModeMotion mode_motion(const World&, const Cluster&, const std::vector<ActiveContact>&,
                                const std::vector<FrictionPoint>&);

  /// One row: on O and on P, and what it does to their accelerations.
  struct RowTerms {
    Vector6 on_O = Vector6::Zero();
    Vector6 on_P = Vector6::Zero();
    Vector6 response_O = Vector6::Zero();
    Vector6 response_P = Vector6::Zero();
    double bias = 0.0;
    TreeRow pulled{};  ///< in modes with trees: the row over the unknowns, instead of responses
  };

  /// A vertex on a plane: arms from the two bodies, the plane's directions, and the vertex's
  /// acceleration seen from P at zero generalised acceleration.
  struct VertexTerms {
    Vector3 arm_O = Vector3::Zero();
    Vector3 arm_P = Vector3::Zero();
    Vector3 bias = Vector3::Zero();
    Matrix3 frame = Matrix3::Identity();
  };

  /// Forces of a sliding mode: one column per normal, and per tangent where they stick.
  struct Column {
    int force = 0;
    int axis = 0;
  };

  void place_bodies(std::span<const BodyState> states, double after);
  void add_wrench(int place, const Vector6& wrench);
  void set_across(int force, double c1, double c2, TreeRow& across) const;
  void place_contact(int contact, std::span<const BodyState> states);
  void set_terms(int contact, int axis, RowTerms& terms);
  void set_pulled(int contact, RowTerms& terms);
  void accelerate_trees(std::span<const BodyState> states, double after);
  double product(int contact, const RowTerms& row, int other_contact, const RowTerms& other) const;
  double missing(int row) const;
  void add_push(int contact, const RowTerms& terms, double size, Eigen::VectorXd& a) const;
  void fill_forces(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                   Directions onsets);
  void set_slip(int force, std::span<const BodyState> states);
  void set_push(int force, Vector3& slip_W, Directions onsets);
  void set_stiffness(std::span<const BodyState> states);
  double turn_of(int force, std::span<const BodyState> states) const;
  RankCheck factor_sliding();
  void place_drives(double after);
  BodyMotion motion_of(int place, int drive, const Pose& still,
                       std::span<const BodyState> states) const;
  void add_viscous();
  Vector6 viscous_wrench(const MovingContact& contact) const;
  Vector3 normal_of(int contact) const;
  Vector3 spin_of_plane(const MovingContact& contact) const;
  /// Calls f(number of the contact, row, multiplier) for every force that acts.
  template <typename Function>
  void for_each_force(Function f) const;
  void place_edges(int contact, std::span<const BodyState> states);
  void place_vertex(int contact, std::span<const BodyState> states);
  void fill_rows(std::span<const BodyState> states);
  void fill_matrix();
  RankCheck factor();

  const ModeMotion& motion_;
  std::vector<Matrix3> R_;
  std::vector<TurnedBody> turned_;
  std::vector<BodyMotion> drives_;
  std::span<const BodyState> states_;  ///< of the instant that is being evaluated
  std::vector<TreeWorkspace> workspaces_;
  std::vector<int> workspace_of_;  ///< per body, -1: free; empty without trees
  double load_power_ = 0.0;
  std::vector<Vector3> points_;
  std::vector<VertexTerms> vertices_;
  std::vector<ContactRows> crossings_;
  std::vector<RowTerms> terms_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> A_;
  Eigen::VectorXd a_;
  Eigen::VectorXd multipliers_;

  // of sliding modes
  std::vector<Column> columns_;
  std::vector<std::array<RowTerms, 3>> force_rows_;  ///< normal and tangents, per force
  std::vector<RowTerms> pushes_;                     ///< per force that slips: with friction
  std::vector<std::array<Vector3, 2>> tangents_;     ///< per force, world
  std::vector<Vector3> slip_speed_;
  std::vector<Vector3> slip_used_;  ///< the direction friction acts against
  std::vector<double> loads_;
  std::vector<double> stiffness_;  ///< of each force's springs
  Eigen::MatrixXd springs_;        ///< what the rows give each column's spring, times √stiffness
  Eigen::HouseholderQR<Eigen::MatrixXd> qr_;  ///< of springs
  Eigen::MatrixXd fields_;  ///< forces of orthonormal fields of the springs, per column
  Eigen::RowVectorXd work_;
  Eigen::MatrixXd reach_;     ///< what each column's push does to the rows
  Eigen::MatrixXd coupling_;  ///< reach times fields
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd amounts_;  ///< of the fields
  double indicator_ = 1.0;
};

}  // namespace rigor
