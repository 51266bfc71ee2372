// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/export_forces.hpp>
#include <rigor/report/force_track.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {
namespace {

constexpr double kMostInstants = 1e7;

/// A row of CSV in the making.
class Row {
 public:
  Row& text(const std::string& field) {
    begin();
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line_ += field;
    } else {
      line_ += '"';
      for (const char c : field) line_ += c == '"' ? std::string("\"\"") : std::string(1, c);
      line_ += '"';
    }
    return *this;
  }
  Row& number(double value) {
    begin();
    char digits[32];
    line_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    return *this;
  }
  Row& vector(const Vector3& v) { return number(v.x()).number(v.y()).number(v.z()); }
  Row& triple(const trace::Triple& v) { return number(v[0]).number(v[1]).number(v[2]); }
  Row& blank(int count) {
    for (int i = 0; i < count; ++i) begin();
    return *this;
  }
  std::string line() const { return line_ + "\n"; }

 private:
  void begin() {
    if (!first_) line_ += ',';
    first_ = false;
  }
  std::string line_;
  bool first_ = true;
};

std::vector<trace::Time> instants(const trace::Trace& trace, double rate) {
  const double duration = trace::elapsed(trace.header.start, trace.footer.end);
  const double steps = std::floor(duration * rate);
  if (!(steps <= kMostInstants))
    throw std::runtime_error(
        fmt::format("{:.3g} instants are more than an export holds; use a lower --rate", steps));
  std::vector<trace::Time> all;
  for (std::size_t k = 0; static_cast<double>(k) <= steps; ++k) {
    const trace::Time t = trace::advanced(trace.header.start, static_cast<double>(k) / rate);
    if (t < trace.footer.end) all.push_back(t);
  }
  all.push_back(trace.footer.end);
  return all;
}

std::string body_name(const trace::Trace& trace, std::uint32_t body) {
  return body == trace::kWorld ? "world" : trace.bodies[body].name;
}

}  // namespace

std::string forces_csv(const trace::Trace& trace, double rate) {
  std::string out = "time,a,b,row,state,x,y,z,fx,fy,fz,normal,friction,friction_limit,mx,my,mz\n";
  const ForceTracks tracks(trace);
  const std::vector<ForceTracks::Pair> pairs = tracks.pairs();
  const JointTracks joints(trace);
  for (const trace::Time& t : instants(trace, rate)) {
    for (const ForceTracks::Pair& pair : pairs) {
      const PairForce force = tracks.at(pair, t);
      if (force.points.empty()) continue;
      const std::string a = verification::name_of(force.a, trace);
      const std::string b = verification::name_of(force.b, trace);
      Row total;
      total.number(trace::seconds(t)).text(a).text(b).text("total").blank(4).vector(force.force_W);
      total.number(force.normal()).number(force.tangential_W().norm()).number(force.friction_limit);
      out += total.vector(force.moment_W).line();
      for (const PointForce& point : force.points) {
        Row row;
        row.number(trace::seconds(t)).text(a).text(b).text("point").text(name(point.state));
        row.vector(point.point_W).vector(point.force_W);
        const double normal = force.normal_W.dot(point.force_W);
        row.number(normal).number((point.force_W - normal * force.normal_W).norm());
        out += row.blank(4).line();
      }
    }
    for (const JointWrench& wrench : joints.at(t)) {
      const trace::Joint& joint = trace.joints[wrench.joint];
      Row row;
      row.number(trace::seconds(t)).text(body_name(trace, joint.parent));
      row.text(body_name(trace, joint.child)).text("joint").text(joint.name);
      row.vector(wrench.point_W).vector(wrench.force_W).blank(3);
      out += row.vector(wrench.moment_W).line();
    }
  }
  return out;
}

std::string contacts_csv(const trace::Trace& trace) {
  std::string out =
      "event,kind,time,a,b,x,y,z,nx,ny,nz,jx,jy,jz,compression_x,compression_y,compression_z,"
      "restitution\n";
  for (const trace::Event& event : trace.events) {
    for (const trace::EventContact& contact : event.contacts) {
      Row row;
      row.number(event.index).text(name(event.kind)).number(trace::seconds(event.at));
      row.text(verification::name_of(contact.a, trace));
      row.text(verification::name_of(contact.b, trace));
      row.triple(contact.point).triple(contact.normal).triple(contact.impulse);
      out += row.triple(contact.compression).number(contact.restitution).line();
    }
  }
  return out;
}

std::string energy_csv(const trace::Trace& trace, double rate) {
  std::string out = "time,kinetic,potential,total\n";
  const Tracks tracks(trace);
  const Vector3 gravity(trace.header.gravity[0], trace.header.gravity[1], trace.header.gravity[2]);
  for (const trace::Time& t : instants(trace, rate)) {
    double kinetic = 0.0;
    double potential = 0.0;
    for (std::uint32_t i = 0; i < trace.bodies.size(); ++i) {
      const trace::Body& body = trace.bodies[i];
      const trace::Segment* segment = tracks.segment(i, t, Limit::After);
      if (segment == nullptr || !(body.mass > 0.0)) continue;
      const TrackPoint at = track_point(*segment, trace::elapsed(segment->start, t));
      const Matrix3 R = rotation_matrix(at.X_WB.rotation);
      const Vector3 com = R * Vector3(body.com[0], body.com[1], body.com[2]);
      const Vector3 v = at.V_WB.linear + at.V_WB.angular.cross(com);
      const Vector3 w = R.transpose() * at.V_WB.angular;
      const Matrix3 inertia =
          Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(body.inertia.data());
      kinetic += 0.5 * body.mass * v.squaredNorm() + 0.5 * w.dot(inertia * w);
      potential -= body.mass * gravity.dot(at.X_WB.translation + com);
    }
    Row row;
    row.number(trace::seconds(t)).number(kinetic).number(potential).number(kinetic + potential);
    out += row.line();
  }
  return out;
}

}  // namespace rigor
