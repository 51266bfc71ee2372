// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <rigor/philox.hpp>
#include <rigor/report/markup.hpp>
#include <rigor/report/plot.hpp>
#include <rigor/report/style.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/run/sweep.hpp>

namespace rigor {
namespace {

namespace fs = std::filesystem;
using Row = std::vector<std::string>;

std::pair<std::string, std::string> split_setting(const std::string& text, const char* form) {
  const std::size_t at = text.find('=');
  if (at == 0 || at == std::string::npos || at + 1 == text.size())
    throw std::invalid_argument("\"" + text + "\" does not have the form " + form);
  return {text.substr(0, at), text.substr(at + 1)};
}

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  std::string out = "\"";
  for (const char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string line_of(const Row& row) {
  std::string line;
  for (const std::string& field : row) line += (line.empty() ? "" : ",") + quoted(field);
  return line + "\n";
}

/// The lines of a table, by their fields; a last line without its end was cut short and is left
/// out.
std::vector<Row> rows_of(const std::string& text) {
  std::vector<Row> rows;
  Row row(1);
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      row.back() += c;
      ++i;
    } else if (c == '"') {
      inside = !inside;
    } else if (c == ',' && !inside) {
      row.emplace_back();
    } else if (c == '\n' && !inside) {
      rows.push_back(std::move(row));
      row.assign(1, "");
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  return rows;
}

std::string text_in(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

SweepPlan::Values values_of(const std::string& text) {
  auto [key, list] = split_setting(text, "KEY=VALUE,VALUE,...");
  SweepPlan::Values values{key, {""}};
  int depth = 0;
  for (const char c : list) {
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    if (c == ',' && depth == 0) {
      values.texts.emplace_back();
    } else {
      values.texts.back() += c;
    }
  }
  return values;
}

SweepPlan::Range range_of(const std::string& text) {
  constexpr const char* kForm = "KEY=LOW:HIGH";
  const auto [key, list] = split_setting(text, kForm);
  SweepPlan::Range range{key, 0.0, 0.0};
  char* end = nullptr;
  range.low = std::strtod(list.c_str(), &end);
  const bool has_low = end != list.c_str() && *end == ':';
  const char* second = has_low ? end + 1 : end;
  range.high = std::strtod(second, &end);
  if (!has_low || end == second || *end != '\0' || !std::isfinite(range.low) ||
      !std::isfinite(range.high) || !(range.low <= range.high))
    throw std::invalid_argument("\"" + text + "\" does not have the form " + kForm);
  return range;
}

std::vector<std::string> keys(const SweepPlan& plan) {
  std::vector<std::string> all;
  for (const auto& values : plan.grid) all.push_back(values.key);
  for (const auto& range : plan.ranges) all.push_back(range.key);
  return all;
}

std::uint64_t task_count(const SweepPlan& plan) {
  std::uint64_t count = plan.count;
  for (const auto& values : plan.grid) count *= values.texts.size();
  return count;
}

Row task_values(const SweepPlan& plan, std::uint64_t task) {
  Row values;
  std::uint64_t rest = task / plan.count;
  for (auto place = plan.grid.rbegin(); place != plan.grid.rend(); ++place) {
    values.push_back(place->texts[rest % place->texts.size()]);
    rest /= place->texts.size();
  }
  std::reverse(values.begin(), values.end());
  for (std::size_t i = 0; i < plan.ranges.size(); ++i) {
    const SweepPlan::Range& range = plan.ranges[i];
    const double x = range.low + (range.high - range.low) * task_draw(plan.seed, task, i);
    values.push_back(nlohmann::json(x).dump());
  }
  return values;
}

Row sweep_results(const nlohmann::ordered_json& summary) {
  const auto text = [](const nlohmann::ordered_json& value) {
    if (value.is_null()) return std::string();
    return value.is_string() ? value.get<std::string>() : value.dump();
  };
  const auto of = [&](const nlohmann::ordered_json& from, const char* key) {
    return from.contains(key) ? text(from[key]) : std::string();
  };
  Row results;
  for (const std::string key : kSweepResults) {
    if (key == "events") {
      results.push_back(summary.contains("events") ? of(summary["events"], "total") : "");
    } else if (key == "energy_final") {
      results.push_back(summary.contains("energy") ? of(summary["energy"], "final") : "");
    } else {
      results.push_back(of(summary, key.c_str()));
    }
  }
  return results;
}

SweepTable::SweepTable(fs::path folder, const std::vector<std::string>& keys,
                       const std::string& shard)
    : folder_(std::move(folder)), columns_{"task"} {
  columns_.insert(columns_.end(), keys.begin(), keys.end());
  columns_.insert(columns_.end(), std::begin(kSweepResults), std::end(kSweepResults));
  fs::create_directories(folder_);
  own_ = shard.empty() ? file() : folder_ / ("rows-" + shard + ".csv");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rows") && name.ends_with(".csv")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& one : files) read(one);
  if (!fs::exists(own_)) write_whole(own_, line_of(columns_));
}

void SweepTable::read(const fs::path& file) {
  const std::string text = text_in(file);
  const std::vector<Row> lines = rows_of(text);
  if (lines.empty() || lines.front() != columns_)
    throw std::runtime_error(file.string() + " belongs to another sweep; choose another folder");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != columns_.size()) continue;
    rows_[std::strtoull(lines[i][0].c_str(), nullptr, 10)] = lines[i];
  }
  // A line that a crash cut short would spoil the next one.
  if (file == own_ && !text.empty() && text.back() != '\n')
    fs::resize_file(file, text.rfind('\n') + 1);
}

void SweepTable::add(std::uint64_t task, const Row& values, const Row& results) {
  Row row{std::to_string(task)};
  row.insert(row.end(), values.begin(), values.end());
  row.insert(row.end(), results.begin(), results.end());
  const std::string line = line_of(row);
  const int out = open(own_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const bool written = out >= 0 &&
                       write(out, line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
                       fsync(out) == 0;
  if (out >= 0) close(out);
  if (!written) throw std::runtime_error("cannot write " + own_.string());
  rows_[task] = std::move(row);
}

void SweepTable::finish() {
  std::string text = line_of(columns_);
  for (const auto& [task, row] : rows_) text += line_of(row);
  write_whole(file(), text);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("rows-") && name.ends_with(".csv")) fs::remove(entry.path());
  }
}

std::string sweep_page(const SweepTable& table, const std::string& scene) {
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(
        std::find(table.columns().begin(), table.columns().end(), name) - table.columns().begin());
  };
  const std::size_t stopped = column("stopped"), verified = column("verified"),
                    end = column("time_end"), first_result = column(kSweepResults[0]);
  std::map<std::string, std::pair<int, int>> outcomes;  // how many, how many of them proved
  for (const auto& [task, row] : table.rows()) {
    auto& [count, proved] = outcomes[row[stopped]];
    ++count;
    if (row[verified] == "true") ++proved;
  }
  std::string page = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     escaped(scene) + ": sweep</title><style>" + std::string(page_style()) +
                     "</style></head><body><main><h1>" + escaped(scene) +
                     fmt::format(
                         ": {} runs</h1>\n<table><tr><th>ended</th><th>runs</th>"
                         "<th>proved</th></tr>\n",
                         table.size());
  for (const auto& [reason, counts] : outcomes)
    page += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(reason),
                        counts.first, counts.second);
  page += "</table>\n";
  for (std::size_t key = 1; key < first_result; ++key) {
    Series dots{"", SeriesKind::Dots, 0, {}};
    for (const auto& [task, row] : table.rows()) {
      char* rest = nullptr;
      const double x = std::strtod(row[key].c_str(), &rest);
      if (rest == row[key].c_str() || *rest != '\0' || row[end].empty()) continue;
      dots.points.push_back({x, std::strtod(row[end].c_str(), nullptr)});
    }
    if (dots.points.empty()) continue;
    Plot plot;
    plot.title = "end of the run";
    plot.series.push_back(std::move(dots));
    plot.x.label = table.columns()[key];
    plot.x.range = rounded_out(x_range(plot.series, {0.0, 1.0}), Scale::Linear);
    plot.y.label = "s";
    plot.y.range = rounded_out(y_range(plot.series, Scale::Linear, {0.0, 1.0}), Scale::Linear);
    page += "<figure>" + svg(plot) + "</figure>\n";
  }
  return page + "<p>All rows are in rows.csv.</p></main></body></html>\n";
}

}  // namespace rigor
