// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include <Eigen/LU>

#include <rigor/laws/friction_compliance.hpp>
#include <rigor/laws/friction_search.hpp>
#include <rigor/laws/friction_smoothing.hpp>
#include <rigor/laws/one_contact.hpp>
#include <rigor/laws/pyramid.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/laws/two_contacts.hpp>

namespace rigor {
namespace {

using Modes = std::vector<FrictionMode>;

constexpr FrictionMode kOpen{false, false};
constexpr FrictionMode kOpenStick{false, true};
constexpr FrictionMode kSlip{true, false};
constexpr FrictionMode kStick{true, true};

/// The modes that contact i can be in, most sticking first.
std::vector<FrictionMode> possible_modes(const FrictionProblem& problem, int i) {
  std::vector<FrictionMode> modes;
  const bool sticks = may_stick(problem, i);
  if (sticks) modes.push_back(kStick);
  modes.push_back(kSlip);
  if (sticks && problem.least[i] > 0.0) modes.push_back(kOpenStick);
  modes.push_back(kOpen);
  return modes;
}

/// Alart-Curnier fixed point for contact i, the others held; c = its u without its own impulse.
Eigen::Vector3d local_impulse(const FrictionProblem& problem, int i, const Eigen::Vector3d& c,
                              Eigen::Vector3d r) {
  const Eigen::Matrix3d W = problem.W.block<3, 3>(3 * i, 3 * i);
  const double mu = problem.mu[i];
  const double least = problem.least[i];
  const auto& s = problem.sliding[i];
  if (s || mu == 0.0) {
    Eigen::Vector3d d(1.0, 0.0, 0.0);
    if (s) d.tail<2>() = -mu * *s;
    const double k = W.row(0).dot(d);
    const double step = k > 1e-9 * W(0, 0) ? k : W(0, 0);
    return std::max(least, r[0] - (c[0] + k * r[0]) / step) * d;
  }
  const Eigen::Vector3d stick = -W.partialPivLu().solve(c);
  if (stick.allFinite() && stick[0] >= least && stick.tail<2>().norm() <= mu * stick[0])
    return stick;
  const double rho = 1.0 / W.trace();
  for (int step = 0; step < kLocalSweepSteps; ++step) {
    const Eigen::Vector3d u = c + W * r;
    Eigen::Vector3d next = r - rho * u;
    next[0] = std::max(least, next[0]);
    const double side = next.tail<2>().norm();
    if (side > mu * next[0]) next.tail<2>() *= mu * next[0] / side;
    const double change = (next - r).norm();
    r = next;
    if (change <= 1e-16 * r.norm()) break;
  }
  return r;
}

void gauss_seidel(const FrictionProblem& problem, int sweeps, double relax, Eigen::VectorXd& r) {
  const double scale = speed_scale(problem);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0.0;
    for (int i = 0; i < problem.size(); ++i) {
      const Eigen::Matrix3d W = problem.W.block<3, 3>(3 * i, 3 * i);
      const Eigen::Vector3d old = r.segment<3>(3 * i);
      const Eigen::Vector3d c =
          problem.W.middleRows<3>(3 * i) * r + problem.b.segment<3>(3 * i) - W * old;
      const Eigen::Vector3d step = relax * (local_impulse(problem, i, c, old) - old);
      r.segment<3>(3 * i) = old + step;
      change = std::max(change, (W * step).norm());
    }
    if (change < kSweepDone * scale || !r.allFinite() || requested(problem.cancellation)) return;
  }
}

/// All contacts at once from the same motion, each with the share of its own correction that keeps
/// coupled contacts from correcting the same error together (Gershgorin). Neither the order of
/// contacts nor a mirror symmetry of the problem is broken.
void jacobi(const FrictionProblem& problem, int sweeps, Eigen::VectorXd& r) {
  const int n = problem.size();
  Eigen::VectorXd share(n);
  for (int i = 0; i < n; ++i) {
    double coupled = 0.0;
    for (int j = 0; j < n; ++j) coupled += problem.W.block<3, 3>(3 * i, 3 * j).norm();
    const double own = problem.W.block<3, 3>(3 * i, 3 * i).norm();
    share[i] = coupled > 0.0 ? own / coupled : 1.0;
  }
  const double scale = speed_scale(problem);
  Eigen::VectorXd u(r.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    u.noalias() = problem.W * r;
    u += problem.b;
    double change = 0.0;
    for (int i = 0; i < n; ++i) {
      const Eigen::Matrix3d W = problem.W.block<3, 3>(3 * i, 3 * i);
      const Eigen::Vector3d old = r.segment<3>(3 * i);
      const Eigen::Vector3d c = u.segment<3>(3 * i) - W * old;
      const Eigen::Vector3d step = share[i] * (local_impulse(problem, i, c, old) - old);
      r.segment<3>(3 * i) = old + step;
      change = std::max(change, (W * step).norm());
    }
    if (change < kSweepDone * scale || !r.allFinite() || requested(problem.cancellation)) return;
  }
}

/// The search: keeps the best impulse met.
class Search {
 public:
  explicit Search(const FrictionProblem& problem) : problem_(problem) {
    best_.r = lower_bound();
    best_.u = problem.W * best_.r + problem.b;
    best_.residual = INFINITY;
  }

  Eigen::VectorXd lower_bound() const {
    Eigen::VectorXd r = Eigen::VectorXd::Zero(problem_.b.size());
    for (int i = 0; i < problem_.size(); ++i) r[3 * i] = problem_.least[i];
    return r;
  }

  /// Polishes the modes from r; spreads redundant impulses if they leave their cones.
  bool attempt(const Modes& modes, const Eigen::VectorXd& r, FrictionRoute route,
               SlipEquations form = SlipEquations::BySpeed) {
    const int most = by_bodies(problem_) ? kDearAttempts : kAttempts;
    if (++attempts_ > most || requested(problem_.cancellation)) return false;
    const auto polished = polish(problem_, modes, r, form);
    if (!polished) return false;
    if (consider(*polished, route)) return true;
    return consider(spread_impulses(problem_, modes, *polished), route);
  }

  /// Attempts the modes that r seems to stand for, if speeds below these fractions of the
  /// problem's count as zero; slips by their speed, and by their friction.
  bool attempt_read(const Eigen::VectorXd& r, FrictionRoute route, std::span<const double> zeros) {
    Modes last;
    for (const double zero : zeros) {
      const Modes modes = modes_of(problem_, r, zero * speed_scale(problem_));
      if (modes == last) continue;
      last = modes;
      if (attempt(modes, r, route)) return true;
      // In the space of all contacts, which is dear where they are many.
      if (by_bodies(problem_) && is_met()) continue;
      if (attempt(modes, r, route, SlipEquations::ByFriction)) return true;
    }
    return false;
  }

  bool consider(const Eigen::VectorXd& r, FrictionRoute route) {
    if (!r.allFinite()) return false;
    const double residual = friction_residual(problem_, r);
    if (residual < best_.residual) {
      best_.r = r;
      best_.u = problem_.W * r + problem_.b;
      best_.residual = residual;
      best_.route = route;
    }
    return residual <= kFrictionResidual;
  }

  bool by_yielding();
  bool by_smoothing();
  bool by_pairs(const Modes& modes, const Eigen::VectorXd& r);
  bool by_jacobi();
  bool by_gauss_seidel(Modes& modes, Eigen::VectorXd& r);
  bool by_pyramid();
  FrictionSolution finish();
  double residual() const { return best_.residual; }
  /// Whether what is left unmet of the law is as little as the problem allows.
  bool is_met() const { return best_.residual * speed_scale(problem_) <= problem_.unmet; }

 private:
  const FrictionProblem& problem_;
  FrictionSolution best_;
  int attempts_ = 0;
};

bool Search::by_smoothing() {
  SmoothedPath path(problem_);
  Modes last;
  Modes last_by_rate;
  bool tried = false;
  while (path.advance()) {
    const Modes modes = path.modes();
    const bool settled = modes == last;
    if (settled && !tried && attempt(modes, path.impulses(), FrictionRoute::Smoothing)) return true;
    // Where contacts neither clearly press nor clearly part, no modes are right to polish: the path
    // itself leads to the answer.
    if (consider(path.impulses(), FrictionRoute::Smoothing)) return true;
    const Modes by_rate = path.modes_by_rate();
    if (settled && by_rate != last_by_rate && by_rate != modes &&
        attempt(by_rate, path.impulses(), FrictionRoute::Smoothing))
      return true;
    last_by_rate = by_rate;
    tried = settled;
    last = modes;
  }
  return attempt_read(path.impulses(), FrictionRoute::Smoothing, kFineZeros) ||
         (!is_met() && by_pairs(last, path.impulses()));
}

/// Numbers of groups of contacts, by the bodies that they touch.
std::vector<int> groups_of(const FrictionProblem& problem) {
  std::vector<int> group(static_cast<std::size_t>(problem.size()), 0);
  std::vector<std::vector<char>> known;
  for (int i = 0; i < problem.size() && problem.G.size() > 0; ++i) {
    std::vector<char> touches;
    for (Eigen::Index row = 0; row < problem.G.rows(); row += kBodySpeeds)
      touches.push_back(problem.G.block(row, 3 * i, kBodySpeeds, 3).isZero(0.0) ? 0 : 1);
    const auto found = std::find(known.begin(), known.end(), touches);
    group[i] = static_cast<int>(found - known.begin());
    if (found == known.end()) known.push_back(touches);
  }
  return group;
}

/// Pairs of bodies of which little is asked beside what others do slide, stick and part as a whole:
/// what holds a stack together while its top is struck.
bool Search::by_pairs(const Modes& modes, const Eigen::VectorXd& r) {
  if (modes.empty() || problem_.G.size() == 0 || problem_.G.rows() % kBodySpeeds != 0) return false;
  const std::vector<int> group = groups_of(problem_);
  const int groups = *std::max_element(group.begin(), group.end()) + 1;
  const auto changed = [&](Modes from, int g, bool sticks) {
    for (std::size_t i = 0; i < from.size(); ++i)
      if (group[i] == g && from[i].closed && may_stick(problem_, static_cast<int>(i)))
        from[i].sticks = sticks;
    return from;
  };
  const auto try_modes = [&](const Modes& flipped) {
    return flipped != modes && attempt(flipped, r, FrictionRoute::Smoothing);
  };
  for (int g = 0; g < groups; ++g)
    for (const bool sticks : {false, true})
      if (try_modes(changed(modes, g, sticks))) return true;
  for (int g = 0; g < groups && groups <= kFewPairs; ++g)
    for (int h = 0; h < g; ++h)
      for (const bool sticks : {false, true})
        if (try_modes(changed(changed(modes, g, sticks), h, sticks)) ||
            try_modes(changed(changed(modes, g, sticks), h, !sticks)))
          return true;
  return false;
}

bool by_compliance(const FrictionProblem& problem, Search& search) {
  CompliantPath path(problem);
  const auto follow = [&] {
    while (path.advance())
      if (search.consider(path.impulses(), FrictionRoute::Compliance)) return true;
    return false;
  };
  if (follow()) return true;
  for (int choice = 1; choice <= kComplianceChoices && !search.is_met(); ++choice)
    if (path.share_anew(choice) && follow()) return true;
  // Where very many contacts are left in doubt, no reading of them is right.
  return problem.size() <= kMostSmoothedContacts &&
         search.attempt_read(path.impulses(), FrictionRoute::Compliance, kFineZeros);
}

bool Search::by_jacobi() {
  Eigen::VectorXd r = lower_bound();
  jacobi(problem_, kSearchSweeps, r);
  if (!r.allFinite()) return false;
  return consider(r, FrictionRoute::Jacobi) || attempt_read(r, FrictionRoute::Jacobi, kCoarseZeros);
}

bool Search::by_gauss_seidel(Modes& modes, Eigen::VectorXd& r) {
  constexpr std::array<double, 4> kRelax{1.0, 0.5, 0.2, 0.2};
  constexpr std::array<double, 4> kZero{1e-6, 1e-4, 1e-8, 1e-8};
  const double scale = speed_scale(problem_);
  for (std::size_t round = 0; round < kRelax.size(); ++round) {
    if (round == 2 || !r.allFinite()) r = lower_bound();
    gauss_seidel(problem_, kSearchSweeps << round, kRelax[round], r);
    if (!r.allFinite()) r = lower_bound();
    if (consider(r, FrictionRoute::GaussSeidel)) return true;
    modes = modes_of(problem_, r, kZero[round] * scale);
    if (attempt(modes, r, FrictionRoute::GaussSeidel)) return true;
  }
  return false;
}

bool Search::by_pyramid() {
  int cones = 0;
  for (int i = 0; i < problem_.size(); ++i) cones += may_stick(problem_, i) ? 1 : 0;
  for (const int edges : {8, 16}) {
    if (problem_.size() + cones * (edges + 1) > kPyramidUnknowns) return false;
    const PyramidImpulse pyramid = pyramid_impulse(problem_, edges);
    if (pyramid.status != LemkeStatus::Solved && pyramid.status != LemkeStatus::Inaccurate)
      continue;
    if (consider(pyramid.r, FrictionRoute::Pyramid)) return true;
    for (const double zero : {1e-9, 1e-3, 1e-1}) {
      const Modes modes = modes_of(problem_, pyramid.r, zero * speed_scale(problem_));
      if (attempt(modes, pyramid.r, FrictionRoute::Pyramid)) return true;
    }
  }
  return false;
}

/// One or two contacts in other modes.
bool by_flips(const FrictionProblem& problem, const Modes& modes, const Eigen::VectorXd& r,
              Search& search) {
  for (int i = 0; i < problem.size(); ++i) {
    for (const FrictionMode mode : possible_modes(problem, i)) {
      Modes flipped = modes;
      if (flipped[i] == mode) continue;
      flipped[i] = mode;
      if (search.attempt(flipped, r, FrictionRoute::Flip)) return true;
    }
  }
  for (int i = 0; i < problem.size(); ++i) {
    for (int j = 0; j < i; ++j) {
      for (const FrictionMode first : possible_modes(problem, i)) {
        for (const FrictionMode second : possible_modes(problem, j)) {
          Modes flipped = modes;
          flipped[i] = first;
          flipped[j] = second;
          if (search.attempt(flipped, r, FrictionRoute::Flip)) return true;
        }
      }
    }
  }
  return false;
}

/// The modes with number `count` in mixed radix; false past the last.
bool counted_modes(const FrictionProblem& problem, int count, Modes& modes) {
  for (int i = 0; i < problem.size(); ++i) {
    const auto choices = possible_modes(problem, i);
    modes[i] = choices[static_cast<std::size_t>(count) % choices.size()];
    count /= static_cast<int>(choices.size());
  }
  return count == 0;
}

void by_counting(const FrictionProblem& problem, const Eigen::VectorXd& r, Search& search) {
  Modes modes(static_cast<std::size_t>(problem.size()));
  for (int count = 0; count < kCountedModes && counted_modes(problem, count, modes); ++count) {
    if (search.attempt(modes, r, FrictionRoute::Sweep)) return;
  }
}

FrictionSolution Search::finish() {
  if (best_.residual <= kFrictionResidual) {
    best_.status = FrictionStatus::Solved;
    best_.solutions = 1;
  } else if (best_.residual <= kRoughResidual) {
    best_.status = FrictionStatus::Unpolished;
  }
  return best_;
}

int sticking(const FrictionProblem& problem, const FrictionSolution& solution) {
  const Modes modes = modes_of(problem, solution.r, kSameSolution * speed_scale(problem));
  return static_cast<int>(
      std::count_if(modes.begin(), modes.end(), [](const FrictionMode& m) { return m.sticks; }));
}

/// A start for Newton: every contact pressed, friction against one common direction.
Eigen::VectorXd pressed_start(const FrictionProblem& problem, double angle) {
  Eigen::VectorXd r(problem.b.size());
  const Vector2 s(std::cos(angle), std::sin(angle));
  for (int i = 0; i < problem.size(); ++i) {
    const double mobility = contact_mobility(problem, i);
    const double normal =
        problem.least[i] + (mobility > 0.0 ? speed_scale(problem) / mobility : 0.0);
    r[3 * i] = normal;
    r.segment<2>(3 * i + 1) = -problem.mu[i] * normal * s;
  }
  return r;
}

/// A start for Newton where slip is about to begin: the impulses that would hold every contact,
/// brought back into their cones. Their friction points against the slip.
std::optional<Eigen::VectorXd> yielding_start(const FrictionProblem& problem) {
  Modes modes(static_cast<std::size_t>(problem.size()));
  counted_modes(problem, 0, modes);
  auto r = polish(problem, modes, Eigen::VectorXd::Zero(problem.b.size()));
  if (!r) return std::nullopt;
  for (int i = 0; i < problem.size(); ++i) {
    const double side = r->segment<2>(3 * i + 1).norm();
    const double most = problem.mu[i] * std::max(0.0, (*r)[3 * i]);
    if (side > most) r->segment<2>(3 * i + 1) *= most / side;
  }
  return r;
}

/// Where Newton sets out.
struct Start {
  Eigen::VectorXd r;
  SlipEquations form = SlipEquations::BySpeed;
};

/// The contacts that slide in directions that are to be found.
std::vector<int> free_slips(const FrictionProblem& problem, const Modes& modes) {
  std::vector<int> free;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    const bool pressed = mode.closed || problem.least[i] > 0.0;
    if (pressed && !mode.sticks && may_stick(problem, i)) free.push_back(i);
  }
  return free;
}

/// Starts of which each solution with these modes is reached from one: where one contact of two
/// slides freely, close to all solutions; where none does, the equations are linear and any does.
std::vector<Start> starts_for(const FrictionProblem& problem, const Modes& modes,
                              const std::optional<Eigen::VectorXd>& yielding, int directions) {
  const std::vector<int> free = free_slips(problem, modes);
  std::vector<Start> starts;
  if (free.size() == 1 && problem.size() == 2 && problem.least.isZero(0.0)) {
    const int i = free.front();
    if (const auto near = sliding_beside(problem, i, modes[1 - i])) {
      for (const Eigen::VectorXd& r : *near) {
        if (friction_residual(problem, r) > kNearSolution) continue;
        starts.push_back({r, SlipEquations::BySpeed});
        starts.push_back({r, SlipEquations::ByFriction});
      }
      return starts;
    }
  }
  if (yielding) starts.push_back({*yielding, SlipEquations::ByFriction});
  for (int k = 0; k < (free.empty() ? 1 : directions); ++k)
    starts.push_back({pressed_start(problem, 2.0 * std::numbers::pi * k / directions)});
  return starts;
}

/// Every contact that may stick slides.
Modes all_slip(const FrictionProblem& problem) {
  return Modes(static_cast<std::size_t>(problem.size()), kSlip);
}

bool Search::by_yielding() {
  const auto start = yielding_start(problem_);
  return start &&
         attempt(all_slip(problem_), *start, FrictionRoute::Yielding, SlipEquations::ByFriction);
}

}  // namespace

std::vector<FrictionSolution> enumerate_friction(const FrictionProblem& problem, int directions) {
  std::vector<FrictionSolution> found;
  const double scale = speed_scale(problem);
  const auto add = [&](const FrictionSolution& solution) {
    const bool known = std::any_of(found.begin(), found.end(), [&](const FrictionSolution& s) {
      return (s.u - solution.u).cwiseAbs().maxCoeff() <= kSameSolution * scale;
    });
    if (!known) found.push_back(solution);
  };
  if (problem.size() == 1 && problem.least[0] == 0.0) {
    for (const Eigen::Vector3d& r : one_contact_impulses(problem)) {
      Search search(problem);
      if (search.consider(r, FrictionRoute::Enumerated)) add(search.finish());
    }
  } else {
    Modes modes(static_cast<std::size_t>(problem.size()));
    const auto yielding = yielding_start(problem);
    const auto try_modes = [&](bool only_one) {
      for (const Start& start : starts_for(problem, modes, yielding, directions)) {
        if (only_one && !found.empty()) return;
        Search search(problem);
        if (search.attempt(modes, start.r, FrictionRoute::Enumerated, start.form))
          add(search.finish());
      }
    };
    // Without Painlevé's coupling one contact has one solution: nobody looks for a second one, and
    // the search begins with what is likely. What was pressed together parts by what it is given.
    if (problem.size() == 1 && !may_have_several(problem)) {
      std::vector<FrictionMode> order = possible_modes(problem, 0);
      std::stable_partition(order.begin(), order.end(), [](FrictionMode m) { return !m.closed; });
      for (auto mode = order.begin(); mode != order.end() && found.empty(); ++mode) {
        modes[0] = *mode;
        try_modes(true);
      }
    } else {
      for (int count = 0; counted_modes(problem, count, modes); ++count) try_modes(false);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [&](const FrictionSolution& x, const FrictionSolution& y) {
                     const int sticks_x = sticking(problem, x);
                     const int sticks_y = sticking(problem, y);
                     return sticks_x != sticks_y ? sticks_x > sticks_y : x.r.norm() < y.r.norm();
                   });
  for (FrictionSolution& solution : found) solution.solutions = static_cast<int>(found.size());
  return found;
}

bool may_have_several(const FrictionProblem& problem) {
  for (int i = 0; i < problem.size(); ++i) {
    const double pull = problem.W.block<1, 2>(3 * i, 3 * i + 1).norm();
    if (problem.mu[i] * pull >= kCoupledFriction * problem.W(3 * i, 3 * i)) return true;
  }
  return false;
}

FrictionSolution solve_friction(const FrictionProblem& problem) {
  if (problem.size() == 1 || (problem.size() <= kEnumeratedContacts && may_have_several(problem))) {
    const auto all = enumerate_friction(problem);
    if (!all.empty()) return all.front();
  }
  Search search(problem);
  Modes modes(static_cast<std::size_t>(problem.size()));
  Eigen::VectorXd r = search.lower_bound();
  counted_modes(problem, 0, modes);
  const bool many = problem.size() > kManyContacts;
  // So many contacts are beyond what smoothed conditions find.
  const bool very_many = by_bodies(problem) && problem.size() > kMostSmoothedContacts;
  if (very_many && (by_compliance(problem, search) || search.is_met())) return search.finish();
  if (many && (search.by_smoothing() || search.is_met())) return search.finish();
  if (search.attempt(modes, r, FrictionRoute::AllStick) && search.residual() <= kStickResidual)
    return search.finish();
  const bool nearly_sticks = search.residual() <= kNearlyStick;
  if (nearly_sticks && search.by_yielding()) return search.finish();
  if (very_many) return search.finish();  // what is left costs the cube of the contacts
  if (!many && search.by_smoothing()) return search.finish();
  if (search.is_met() || by_compliance(problem, search)) return search.finish();
  if (search.by_jacobi()) return search.finish();
  if (!nearly_sticks && search.by_yielding()) return search.finish();
  if (search.by_gauss_seidel(modes, r) || search.is_met()) return search.finish();
  if (search.by_pyramid()) return search.finish();
  // From impulses without opposing parts at redundant contacts, whose friction points against the
  // slip that is about to begin; then from the best impulse so far.
  const auto even = polish(problem, modes, search.lower_bound());
  if (even && by_flips(problem, modes, *even, search)) return search.finish();
  if (by_flips(problem, modes, search.finish().r, search)) return search.finish();
  by_counting(problem, r, search);
  return search.finish();
}

}  // namespace rigor
