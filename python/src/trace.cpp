// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/report/force_track.hpp>
#include <rigor/report/page.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/run/summary.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

using Times = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Array = nb::ndarray<nb::numpy, double>;

/// An array that owns its numbers.
Array array_of(std::vector<double> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<double>(std::move(values));
  const nb::capsule owner(kept,
                          [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return {kept->data(), shape, owner};
}

/// The motion of every body at every time: `numbers` values each, as `write` has them.
template <std::size_t numbers, class Write>
Array sampled_at(const trace::Trace& trace, const Times& times, Write write) {
  const std::size_t bodies = trace.bodies.size();
  std::vector<double> values(times.size() * bodies * numbers);
  const Tracks tracks(trace);
  const double start = trace::seconds(trace.header.start);
  const double end = trace::seconds(trace.footer.end);
  double* to = values.data();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!(times(i) >= start && times(i) <= end))
      throw nb::value_error("a time is outside the trace (see Trace.start and Trace.end)");
    // The end as a double may lie a rounding error behind the end itself.
    const trace::Time t =
        std::clamp(trace::time_from(times(i)), trace.header.start, trace.footer.end);
    for (std::uint32_t body = 0; body < bodies; ++body, to += numbers) {
      const trace::Segment* segment = tracks.segment(body, t, Limit::After);
      if (segment == nullptr) throw nb::value_error("the trace lacks the motion of a body");
      write(track_point(*segment, trace::elapsed(segment->start, t)), to);
    }
  }
  return array_of(std::move(values), {times.size(), bodies, numbers});
}

Array poses(const trace::Trace& trace, const Times& times) {
  return sampled_at<7>(trace, times, [](const TrackPoint& point, double* to) {
    for (int k = 0; k < 3; ++k) to[k] = point.X_WB.translation[k];
    const std::array<double, 4> q = wxyz(point.X_WB.rotation);
    for (int k = 0; k < 4; ++k) to[3 + k] = q[k];
  });
}

Array velocities(const trace::Trace& trace, const Times& times) {
  return sampled_at<6>(trace, times, [](const TrackPoint& point, double* to) {
    for (int k = 0; k < 3; ++k) to[k] = point.V_WB.linear[k];
    for (int k = 0; k < 3; ++k) to[3 + k] = point.V_WB.angular[k];
  });
}

const char* kind_name(trace::BodyKind kind) {
  constexpr std::array<const char*, 4> kNames{"free", "fixed", "driven", "link"};
  return kNames[static_cast<std::size_t>(kind)];
}

Records bodies_of(const trace::Trace& trace) {
  Records bodies;
  for (const trace::Body& body : trace.bodies) {
    nb::dict entry;
    entry["name"] = body.name;
    entry["kind"] = kind_name(body.kind);
    entry["mass"] = body.mass;
    entry["com"] = body.com;
    entry["inertia"] = body.inertia;
    nb::list pieces;
    for (const trace::Piece& piece : body.pieces) {
      std::vector<double> xyz;
      for (const trace::Triple& v : piece.vertices) xyz.insert(xyz.end(), v.begin(), v.end());
      nb::dict shape;
      shape["name"] = piece.name;
      shape["vertices"] = array_of(std::move(xyz), {piece.vertices.size(), 3});
      shape["faces"] = piece.faces;
      pieces.append(shape);
    }
    entry["pieces"] = pieces;
    bodies.append(entry);
  }
  return bodies;
}

const char* kind_name(trace::CertificateKind kind) {
  constexpr std::array<const char*, 3> kNames{"plane", "edge_edge", "contact"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* frame_name(trace::PlaneFrame frame) {
  constexpr std::array<const char*, 3> kNames{"world", "a", "b"};
  return kNames[static_cast<std::size_t>(frame)];
}

/// The certificates that hold at `t`.
Records certificates_at(const trace::Trace& trace, double t) {
  const trace::Time time = trace::time_from(t);
  Records found;
  for (const trace::Certificate& c : trace.certificates) {
    if (time < c.begin || c.end < time) continue;
    nb::dict entry;
    entry["a"] = verification::name_of(c.a, trace);
    entry["b"] = verification::name_of(c.b, trace);
    entry["kind"] = kind_name(c.kind);
    entry["frame"] = frame_name(c.frame);
    entry["begin"] = trace::seconds(c.begin);
    entry["end"] = trace::seconds(c.end);
    entry["normal"] = c.normal;
    entry["offset"] = c.offset;
    entry["speed"] = c.speed;
    entry["level"] = c.level;
    found.append(entry);
  }
  return found;
}

std::string end_name(const trace::PieceId& id, const trace::Trace& trace) {
  if (id.body == trace::kWorld)
    return id.piece < trace.half_spaces.size() ? trace.half_spaces[id.piece].name : std::string();
  return id.body < trace.bodies.size() ? trace.bodies[id.body].name : std::string();
}

/// The events from number `first` on.
Records events_of(const trace::Trace& trace, std::size_t first) {
  Records events;
  for (std::size_t i = first; i < trace.events.size(); ++i) {
    const trace::Event& event = trace.events[i];
    nb::dict entry;
    entry["index"] = event.index;
    entry["kind"] = trace::name(event.kind);
    entry["time"] = trace::seconds(event.lo);
    entry["bracket"] = std::pair(trace::seconds(event.lo), trace::seconds(event.hi));
    entry["proved"] = event.proved;
    entry["location_error"] = event.location_error;
    entry["a"] = end_name(event.a, trace);
    entry["b"] = end_name(event.b, trace);
    nb::list contacts;
    for (const trace::EventContact& contact : event.contacts) {
      nb::dict point;
      point["point"] = contact.point;
      point["normal"] = contact.normal;
      point["a"] = end_name(contact.a, trace);
      point["b"] = end_name(contact.b, trace);
      point["impulse"] = contact.impulse;
      point["compression"] = contact.compression;
      point["restitution"] = contact.restitution;
      contacts.append(point);
    }
    entry["contacts"] = contacts;
    entry["energy_before"] = event.energy_before;
    entry["energy_after"] = event.energy_after;
    entry["residual"] = event.residual;
    entry["note"] = event.note;
    events.append(entry);
  }
  return events;
}

trace::Time instant_of(const trace::Trace& trace, double time) {
  if (!(time >= trace::seconds(trace.header.start) && time <= trace::seconds(trace.footer.end)))
    throw nb::value_error("the time is outside the trace (see Trace.start and Trace.end)");
  return std::clamp(trace::time_from(time), trace.header.start, trace.footer.end);
}

Records forces_of(const trace::Trace& trace, double time) {
  return records_of(forces_at(trace, instant_of(trace, time)), trace);
}

Records joint_forces_of(const trace::Trace& trace, double time) {
  const auto numbers = [](const Vector3& v) { return std::array{v.x(), v.y(), v.z()}; };
  Records all;
  for (const JointWrench& wrench : JointTracks(trace).at(instant_of(trace, time))) {
    const trace::Joint& joint = trace.joints[wrench.joint];
    nb::dict entry;
    entry["joint"] = joint.name;
    entry["parent"] =
        joint.parent == trace::kWorld ? std::string("world") : trace.bodies[joint.parent].name;
    entry["child"] = trace.bodies[joint.child].name;
    entry["point"] = numbers(wrench.point_W);
    entry["force"] = numbers(wrench.force_W);
    entry["moment"] = numbers(wrench.moment_W);
    all.append(entry);
  }
  return all;
}

/// The checker's verdict: what `rigor verify --json` prints, and the text for people.
struct Checked {
  verification::Verdict verdict;
  std::string json;
  std::string text;
};

Checked verify(const trace::Trace& trace) {
  Checked out;
  out.verdict = verification::verify(trace);
  out.json = verdict_summary(out.verdict, trace).dump();
  out.text = verification::text_of(out.verdict, trace);
  return out;
}

std::string page(const trace::Trace& trace, const Checked* checked) {
  return report_page(trace, checked != nullptr ? shown(checked->verdict, trace) : not_checked());
}

}  // namespace

Records records_of(const std::vector<PairForce>& forces, const trace::Trace& trace) {
  const auto numbers = [](const Vector3& v) { return std::array{v.x(), v.y(), v.z()}; };
  Records all;
  for (const PairForce& pair : forces) {
    nb::dict entry;
    entry["a"] = end_name(pair.a, trace);
    entry["b"] = end_name(pair.b, trace);
    entry["normal_direction"] = numbers(pair.normal_W);
    entry["force"] = numbers(pair.force_W);
    entry["moment"] = numbers(pair.moment_W);
    entry["normal"] = pair.normal();
    entry["friction"] = pair.tangential_W().norm();
    entry["friction_limit"] = pair.friction_limit;
    nb::list points;
    for (const PointForce& point : pair.points) {
      nb::dict one;
      one["point"] = numbers(point.point_W);
      one["force"] = numbers(point.force_W);
      one["state"] = name(point.state);
      points.append(one);
    }
    entry["points"] = points;
    all.append(entry);
  }
  return all;
}

void bind_trace(nb::module_& m) {
  nb::class_<Checked>(m, "Checked").def_ro("json", &Checked::json).def_ro("text", &Checked::text);
  nb::class_<trace::Trace>(m, "TraceData")
      .def_prop_ro("scene", [](const trace::Trace& t) { return t.header.scene_name; })
      .def_prop_ro("scene_text", [](const trace::Trace& t) { return t.header.scene_text; })
      .def_prop_ro("method", [](const trace::Trace& t) { return t.header.method; })
      .def_prop_ro("law", [](const trace::Trace& t) { return t.header.law; })
      .def_prop_ro("skin", [](const trace::Trace& t) { return t.header.skin; })
      .def_prop_ro("gravity", [](const trace::Trace& t) { return t.header.gravity; })
      .def_prop_ro("start", [](const trace::Trace& t) { return trace::seconds(t.header.start); })
      .def_prop_ro("end", [](const trace::Trace& t) { return trace::seconds(t.footer.end); })
      .def_prop_ro("stopped", [](const trace::Trace& t) { return t.footer.stopped; })
      .def_ro("complete", &trace::Trace::complete)
      .def_prop_ro("segments", [](const trace::Trace& t) { return t.segments.size(); })
      .def_prop_ro("certificates", [](const trace::Trace& t) { return t.certificates.size(); })
      .def_prop_ro("bodies", &bodies_of)
      .def("events", &events_of, "first"_a = 0)
      .def("poses", &poses, "times"_a)
      .def("velocities", &velocities, "times"_a)
      .def("certificates_at", &certificates_at, "time"_a)
      .def("forces_at", &forces_of, "time"_a)
      .def("joint_forces_at", &joint_forces_of, "time"_a)
      .def("summary", [](const trace::Trace& t) { return run_summary(t, {}).dump(); })
      .def("page", &page, "checked"_a = nb::none())
      .def(
          "write",
          [](const trace::Trace& t, const std::string& file) { trace::write_trace(file, t); },
          "file"_a);
  m.def(
      "read_trace", [](const std::string& path) { return trace::read_trace(find_trace(path)); },
      "path"_a);
  m.def("verify", &verify, "trace"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace rigor::python
