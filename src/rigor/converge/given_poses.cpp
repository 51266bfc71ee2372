// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include <rigor/converge/given_poses.hpp>

namespace rigor {
namespace {

constexpr double kSameTime = 1e-9;  // s: rows this close to an instant are of that instant

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

/// The column of a number; none for times and energies.
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
    case KnownQuantity::Time:
    case KnownQuantity::Energy:
      break;
  }
  return {};
}

/// The row that a number is about: the last one, or that of its instant.
const std::vector<double>* row_of(const KnownNumber& number, const GivenPoses& poses) {
  if (number.instant == KnownInstant::End) return &poses.rows.back();
  const auto time = poses.columns.find("time");
  if (number.instant != KnownInstant::Given || time == poses.columns.end()) return nullptr;
  for (const std::vector<double>& row : poses.rows)
    if (std::abs(row[time->second] - number.time) <= kSameTime) return &row;
  return nullptr;
}

std::optional<double> value_of(const KnownNumber& number, const GivenPoses& poses) {
  const std::optional<std::string> name = column_of(number);
  const std::vector<double>* row = row_of(number, poses);
  if (!name || row == nullptr) return {};
  const auto column = poses.columns.find(*name);
  return column == poses.columns.end() ? std::nullopt : std::optional((*row)[column->second]);
}

/// -1 if the table has minus the known quaternion of the body at that instant.
double sign_of(const KnownSolution& known, const KnownNumber& one, const GivenPoses& poses) {
  double product = 0.0;
  for (const KnownNumber& number : known.numbers)
    if (number.quantity == KnownQuantity::Orientation && number.body == one.body &&
        number.instant == one.instant && number.time == one.time)
      product += number.value * value_of(number, poses).value_or(0.0);
  return product < 0.0 ? -1.0 : 1.0;
}

}  // namespace

GivenPoses read_poses(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line)) throw std::runtime_error("a table of poses needs a first line");
  const std::vector<std::string> names = cells_of(line);
  GivenPoses table;
  for (std::size_t i = 0; i < names.size(); ++i) table.columns[names[i]] = i;
  for (int count = 2; std::getline(lines, line); ++count) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.empty()) continue;
    if (cells.size() != names.size())
      throw std::runtime_error("line " + std::to_string(count) + " has " +
                               std::to_string(cells.size()) + " cells, the first line " +
                               std::to_string(names.size()));
    table.rows.emplace_back();
    for (const std::string& cell : cells) table.rows.back().push_back(number_in(cell, count));
  }
  if (table.rows.empty()) throw std::runtime_error("a table of poses needs a row");
  return table;
}

GivenPoses load_poses(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return read_poses(text.str());
}

std::vector<Compared> compare(const KnownSolution& known, const GivenPoses& poses) {
  std::vector<Compared> all;
  for (const KnownNumber& number : known.numbers) {
    Compared one{number, {}, Comparison::Absent};
    if (std::optional<double> value = value_of(number, poses)) {
      if (number.quantity == KnownQuantity::Orientation) *value *= sign_of(known, number, poses);
      one.found.value = *value;
      one.comparison = Comparison::NoBar;
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace rigor
