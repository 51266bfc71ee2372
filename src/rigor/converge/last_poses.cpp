// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <rigor/converge/last_poses.hpp>

namespace rigor {
namespace {

std::vector<std::string> cells_of(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

double number_in(const std::string& cell, int line) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size())
    throw std::runtime_error("line " + std::to_string(line) + ": '" + cell + "' is no number");
  return value;
}

/// The column of a number at the end; none for those about events.
std::optional<std::string> column_of(const KnownNumber& number) {
  static constexpr const char* kPosition[] = {"x", "y", "z"};
  static constexpr const char* kTurn[] = {"qw", "qx", "qy", "qz"};
  static constexpr const char* kSpeed[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  switch (number.quantity) {
    case KnownQuantity::Position:
      return number.body + "." + kPosition[number.axis];
    case KnownQuantity::Orientation:
      return number.body + "." + kTurn[number.axis];
    case KnownQuantity::Velocity:
      return number.body + "." + kSpeed[number.axis];
    case KnownQuantity::EventTime:
    case KnownQuantity::EventVelocity:
    case KnownQuantity::EventEnergy:
      break;
  }
  return {};
}

std::optional<double> value_of(const KnownNumber& number, const LastPoses& poses) {
  const std::optional<std::string> column = column_of(number);
  if (!column) return {};
  const auto found = poses.last.find(*column);
  return found == poses.last.end() ? std::nullopt : std::optional<double>(found->second);
}

/// -1 if the table has minus the known quaternion of the body.
double sign_of(const KnownSolution& known, const std::string& body, const LastPoses& poses) {
  double product = 0.0;
  for (const KnownNumber& number : known.numbers)
    if (number.quantity == KnownQuantity::Orientation && number.body == body)
      product += number.value * value_of(number, poses).value_or(0.0);
  return product < 0.0 ? -1.0 : 1.0;
}

}  // namespace

LastPoses read_poses(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line)) throw std::runtime_error("a table of poses needs a first line");
  const std::vector<std::string> names = cells_of(line);
  LastPoses table;
  for (int count = 2; std::getline(lines, line); ++count) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.empty()) continue;
    if (cells.size() != names.size())
      throw std::runtime_error("line " + std::to_string(count) + " has " +
                               std::to_string(cells.size()) + " cells, the first line " +
                               std::to_string(names.size()));
    for (std::size_t i = 0; i < names.size(); ++i)
      table.last[names[i]] = number_in(cells[i], count);
  }
  if (table.last.empty()) throw std::runtime_error("a table of poses needs a row");
  return table;
}

LastPoses load_poses(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return read_poses(text.str());
}

std::vector<Compared> compare(const KnownSolution& known, const LastPoses& poses) {
  std::vector<Compared> all;
  for (const KnownNumber& number : known.numbers) {
    Compared one{number, {}, Comparison::Absent};
    if (std::optional<double> value = value_of(number, poses)) {
      if (number.quantity == KnownQuantity::Orientation)
        *value *= sign_of(known, number.body, poses);
      one.found.value = *value;
      one.comparison = Comparison::NoBar;
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace rigor
