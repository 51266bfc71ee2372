// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/export.hpp>
#include <rigor/cli/export_forces.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/npz.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/trace/trace_file.hpp>

namespace rigor {
namespace {

constexpr std::size_t kNumbers = 13;  // of one body at one instant
constexpr double kMostNumbers = 1e8;

void add_number(std::string& text, double value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::array<double, kNumbers> numbers_of(const TrackPoint& point) {
  const Vector3& p = point.X_WB.translation;
  const std::array<double, 4> q = wxyz(point.X_WB.rotation);
  const Vector3& v = point.V_WB.linear;
  const Vector3& w = point.V_WB.angular;
  return {p.x(), p.y(), p.z(), q[0], q[1], q[2], q[3], v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
}

/// A name as a CSV field.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

/// Columns first to first + count of every row.
std::string column_bytes(const std::vector<TrackPoint>& points, std::size_t first,
                         std::size_t count) {
  std::vector<double> values;
  values.reserve(points.size() * count);
  for (const TrackPoint& point : points) {
    const auto all = numbers_of(point);
    values.insert(values.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                  all.begin() + static_cast<std::ptrdiff_t>(first + count));
  }
  return npy_bytes(values, points.size(), count);
}

/// A name that is safe inside an archive.
std::string member(std::string name) {
  for (char& c : name) {
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  return name;
}

}  // namespace

PoseTable sampled(const trace::Trace& trace, double rate) {
  const double duration = trace::elapsed(trace.header.start, trace.footer.end);
  const double steps = std::floor(duration * rate);
  const double numbers = (steps + 2) * static_cast<double>(trace.bodies.size() * kNumbers);
  if (!(numbers <= kMostNumbers)) {
    throw std::runtime_error(fmt::format(
        "{:.3g} numbers are more than an export holds (1e8); use a lower --rate", numbers));
  }
  std::vector<trace::Time> instants;
  for (std::size_t k = 0; static_cast<double>(k) <= steps; ++k) {
    const trace::Time t = trace::advanced(trace.header.start, static_cast<double>(k) / rate);
    if (t < trace.footer.end) instants.push_back(t);
  }
  instants.push_back(trace.footer.end);
  PoseTable table;
  for (const trace::Time& t : instants) table.times.push_back(trace::seconds(t));
  const Tracks tracks(trace);
  for (std::uint32_t body = 0; body < trace.bodies.size(); ++body) {
    table.bodies.push_back(trace.bodies[body].name);
    std::vector<TrackPoint>& points = table.points.emplace_back();
    for (const trace::Time& t : instants) {
      const trace::Segment* segment = tracks.segment(body, t, Limit::After);
      if (segment == nullptr)
        throw std::runtime_error("the trace has no motion of " + trace.bodies[body].name);
      points.push_back(track_point(*segment, trace::elapsed(segment->start, t)));
    }
  }
  return table;
}

std::string csv_text(const PoseTable& table) {
  std::string text = "time";
  for (const std::string& body : table.bodies) {
    for (const char* column :
         {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"}) {
      text += "," + field(body + "." + column);
    }
  }
  text += "\n";
  for (std::size_t row = 0; row < table.times.size(); ++row) {
    add_number(text, table.times[row]);
    for (const auto& points : table.points) {
      for (const double value : numbers_of(points[row])) {
        text += ',';
        add_number(text, value);
      }
    }
    text += "\n";
  }
  return text;
}

std::string npz_text(const PoseTable& table) {
  std::vector<std::pair<std::string, std::string>> files;
  files.emplace_back("time.npy", npy_bytes(table.times, table.times.size(), 0));
  for (std::size_t body = 0; body < table.bodies.size(); ++body) {
    const std::string name = member(table.bodies[body]);
    const std::vector<TrackPoint>& points = table.points[body];
    files.emplace_back(name + ".position.npy", column_bytes(points, 0, 3));
    files.emplace_back(name + ".quat_wxyz.npy", column_bytes(points, 3, 4));
    files.emplace_back(name + ".linear.npy", column_bytes(points, 7, 3));
    files.emplace_back(name + ".angular.npy", column_bytes(points, 10, 3));
  }
  return zip_bytes(files);
}

namespace {

/// Forces, impulses or energies, which are tables of text.
Exit export_table(const ExportArguments& arguments, const trace::Trace& trace,
                  const std::filesystem::path& out) {
  if (arguments.format != "csv")
    throw std::runtime_error("--what " + arguments.what + " is written as csv only");
  const std::string text = arguments.what == "forces"     ? forces_csv(trace, arguments.rate)
                           : arguments.what == "contacts" ? contacts_csv(trace)
                                                          : energy_csv(trace, arguments.rate);
  write_whole(out, text);
  const auto rows = std::count(text.begin(), text.end(), '\n') - 1;
  if (arguments.json) {
    const nlohmann::ordered_json facts = {
        {"file", out.string()}, {"what", arguments.what}, {"format", "csv"}, {"rows", rows}};
    fmt::print("{}\n", facts.dump(2));
  } else {
    fmt::print("{}: {} rows\n", out.string(), rows);
  }
  return Exit::Done;
}

}  // namespace

int export_verb(const ExportArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const std::filesystem::path file = find_trace(arguments.path);
    const std::filesystem::path out =
        arguments.out.empty() ? file.parent_path() / (arguments.what + "." + arguments.format)
                              : std::filesystem::path(arguments.out);
    const trace::Trace trace = trace::read_trace(file);
    if (arguments.what != "poses") return export_table(arguments, trace, out);
    const PoseTable table = sampled(trace, arguments.rate);
    write_whole(out, arguments.format == "csv" ? csv_text(table) : npz_text(table));
    if (arguments.json) {
      const nlohmann::ordered_json facts = {{"file", out.string()},
                                            {"format", arguments.format},
                                            {"samples", table.times.size()},
                                            {"bodies", table.bodies}};
      fmt::print("{}\n", facts.dump(2));
    } else {
      fmt::print("{}: {} instants of {} {}\n", out.string(), table.times.size(),
                 table.bodies.size(), table.bodies.size() == 1 ? "body" : "bodies");
    }
    return Exit::Done;
  });
}

}  // namespace rigor
