// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/run/live_simulation.hpp>
#include <rigor/run/summary.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

using View = nb::ndarray<nb::numpy, const double>;

/// A live simulation with its poses and velocities as plain numbers, which Python sees without
/// copying.
class Live {
 public:
  explicit Live(const Scene& scene) : simulation_(scene) {
    const std::size_t bodies = simulation_.model().links.size();
    poses_.resize(7 * bodies);
    velocities_.resize(6 * bodies);
    refresh();
  }

  /// Without the interpreter's lock; Ctrl-C is raised.
  template <class Go>
  bool advance(Go go) {
    Interruption interruption;
    bool there = false;
    {
      const nb::gil_scoped_release released;
      there = go(simulation_, [&] { return interruption.requested(); });
      refresh();
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return there;
  }

  bool advance_to(double t) {
    return advance(
        [t](LiveSimulation& s, const auto& interrupted) { return s.advance_to(t, interrupted); });
  }

  bool advance_to_event(double limit) {
    return advance([limit](LiveSimulation& s, const auto& interrupted) {
      return s.advance_to_event(limit, interrupted);
    });
  }

  void set_state(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    simulation_.set_state({time, q, v});
    refresh();
  }

  void apply(int body, const std::array<double, 3>& force, const std::array<double, 3>& moment) {
    simulation_.apply(body, {Vector3(force.data()), Vector3(moment.data())});
  }

  LiveSimulation& simulation() { return simulation_; }
  const LiveSimulation& simulation() const { return simulation_; }
  const std::vector<double>& poses() const { return poses_; }
  const std::vector<double>& velocities() const { return velocities_; }

 private:
  void refresh() {
    const std::vector<Pose> poses = link_poses(simulation_.model(), simulation_.state());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const std::array<double, 4> q = wxyz(poses[i].rotation);
      for (std::size_t k = 0; k < 3; ++k)
        poses_[7 * i + k] = poses[i].translation[static_cast<int>(k)];
      for (std::size_t k = 0; k < 4; ++k) poses_[7 * i + 3 + k] = q[k];
      const Vector6 v = velocity(simulation_, static_cast<int>(i)).vector();
      for (std::size_t k = 0; k < 6; ++k) velocities_[6 * i + k] = v[static_cast<int>(k)];
    }
  }

  LiveSimulation simulation_;
  std::vector<double> poses_;       ///< x, y, z, w, x, y, z of each body
  std::vector<double> velocities_;  ///< linear, angular of each body
};

/// A read-only view of numbers that `owner` holds, rows of `columns`.
View view_of(const std::vector<double>& numbers, std::size_t columns, nb::handle owner) {
  return {numbers.data(), {numbers.size() / columns, columns}, owner};
}

View view_of(const Eigen::VectorXd& numbers, nb::handle owner) {
  return {numbers.data(), {static_cast<std::size_t>(numbers.size())}, owner};
}

std::vector<std::string> names_of(const Live& live) {
  std::vector<std::string> names;
  for (const Link& link : live.simulation().model().links) names.push_back(link.name);
  return names;
}

}  // namespace

void bind_simulation(nb::module_& m) {
  nb::class_<Live>(m, "Live")
      .def(nb::init<const Scene&>(), "scene"_a)
      .def_prop_ro("time", [](const Live& l) { return l.simulation().time(); })
      .def_prop_ro("names", &names_of)
      .def("body",
           [](const Live& l, const std::string& name) { return body_named(l.simulation(), name); })
      .def_prop_ro("poses",
                   [](nb::handle_t<Live> self) {
                     return view_of(nb::cast<const Live&>(self).poses(), 7, self);
                   })
      .def_prop_ro("velocities",
                   [](nb::handle_t<Live> self) {
                     return view_of(nb::cast<const Live&>(self).velocities(), 6, self);
                   })
      .def_prop_ro("q",
                   [](nb::handle_t<Live> self) {
                     return view_of(nb::cast<const Live&>(self).simulation().state().q, self);
                   })
      .def_prop_ro("v",
                   [](nb::handle_t<Live> self) {
                     return view_of(nb::cast<const Live&>(self).simulation().state().v, self);
                   })
      .def("advance_to", &Live::advance_to, "t"_a)
      .def("advance_to_event", &Live::advance_to_event, "limit"_a)
      .def_prop_ro("scene_end", [](const Live& l) { return l.simulation().scene_end(); })
      .def("forces",
           [](const Live& l) {
             return records_of(l.simulation().record().forces(), l.simulation().record().so_far());
           })
      .def("apply", &Live::apply, "body"_a, "force"_a, "moment"_a)
      .def("set_effort", [](Live& l, int link, int dof,
                            double effort) { l.simulation().set_effort(link, dof, effort); })
      .def("coordinate",
           [](const Live& l, int link, int dof) { return coordinate(l.simulation(), link, dof); })
      .def("rate", [](const Live& l, int link, int dof) { return rate(l.simulation(), link, dof); })
      .def("set_neutral", [](Live& l, int link, int dof,
                             double neutral) { l.simulation().set_neutral(link, dof, neutral); })
      .def("set_state", &Live::set_state, "time"_a, "q"_a, "v"_a)
      .def_prop_ro("ended", [](const Live& l) { return l.simulation().ended(); })
      .def_prop_ro("stopped", [](const Live& l) { return name(l.simulation().end().stopped); })
      .def_prop_ro("reason", [](const Live& l) { return l.simulation().end().reason; })
      .def_prop_ro(
          "exit_code",
          [](const Live& l) { return static_cast<int>(exit_of(l.simulation().end().stopped, {})); })
      .def_prop_ro("event_count",
                   [](const Live& l) { return l.simulation().record().events().size(); })
      .def("trace", [](const Live& l) { return l.simulation().record().trace(); });
  m.def("next_tick", &next_tick, "time"_a, "period"_a);
}

}  // namespace rigor::python
