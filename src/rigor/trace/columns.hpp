// SPDX-License-Identifier: Apache-2.0
// Records as columns: one flat array per field. A list adds a column of ends (where the elements of
// each list stop, counted from the first list's first element), so any nesting becomes flat arrays.
#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <rigor/trace/bytes.hpp>

namespace rigor::trace {

enum class Scalar : std::uint8_t { Float64, Uint8, Int8, Uint32, Uint64 };

/// One flat array; row i holds `width` numbers.
struct Column {
  std::string name;
  Scalar scalar = Scalar::Uint8;
  std::uint32_t width = 1;
  Bytes bytes{};
};

template <class T>
constexpr Scalar scalar_of() {
  if constexpr (std::is_same_v<T, double>) return Scalar::Float64;
  if constexpr (std::is_same_v<T, std::int8_t>) return Scalar::Int8;
  if constexpr (std::is_same_v<T, std::uint32_t>) return Scalar::Uint32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return Scalar::Uint64;
  return Scalar::Uint8;  // characters, truth values and enumerations
}

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<std::vector<T>> : std::true_type {};
template <>
struct IsList<std::string> : std::true_type {};

/// A field's place in the table: its own column and those of what it consists of.
struct ColumnNode {
  std::string name;
  std::size_t column = SIZE_MAX;
  std::size_t cursor = 0;  ///< bytes taken so far
  std::vector<ColumnNode> parts{};
};

/// Walks through a record field by field and hands numbers and lists to the sink.
template <class Sink>
class ColumnWalk {
 public:
  explicit ColumnWalk(Sink& sink) : sink_(sink) {}

  template <class T>
  void operator()(const char* field, T& x) {
    if (next_ == node_->parts.size()) {
      node_->parts.push_back({node_->name.empty() ? field : node_->name + "." + field});
    }
    walk(node_->parts[next_++], x);
  }

  template <class T>
  void walk(ColumnNode& node, T& x) {
    using Value = std::remove_const_t<T>;
    if constexpr (Number<Value>) {
      sink_.number(node, &x, 1);
    } else if constexpr (IsList<Value>::value) {
      if (node.parts.empty()) {
        constexpr bool nested = IsList<typename Value::value_type>::value;
        node.parts = {{node.name + ".ends"}, {node.name + (nested ? ".item" : "")}};
      }
      sink_.list(*this, node, x);
    } else if constexpr (requires { std::tuple_size<Value>::value; }) {
      walk_array(node, x);
    } else {
      ColumnNode* const node_before = std::exchange(node_, &node);
      const std::size_t next_before = std::exchange(next_, 0);
      fields(*this, x);
      node_ = node_before;
      next_ = next_before;
    }
  }

 private:
  template <class Array>
  void walk_array(ColumnNode& node, Array& x) {
    if constexpr (Number<typename Array::value_type>) {
      sink_.number(node, x.data(), x.size());
    } else {
      for (auto& element : x) walk(node, element);
    }
  }

  Sink& sink_;
  ColumnNode* node_ = nullptr;
  std::size_t next_ = 0;
};

/// Collects records of one type into columns. All columns exist even if there is no record.
class ColumnWriter {
 public:
  template <class Record>
  explicit ColumnWriter(const std::vector<Record>& records) {
    ColumnWalk<ColumnWriter> walk(*this);
    ColumnNode top{};
    const Record blank{};
    declaring_ = true;
    walk.walk(top, blank);
    declaring_ = false;
    for (const Record& record : records) walk.walk(top, record);
  }

  std::vector<Column> columns{};

 private:
  friend class ColumnWalk<ColumnWriter>;
  template <class T>
  void number(ColumnNode& node, const T* x, std::size_t count) {
    if (node.column == SIZE_MAX) {
      node.column = columns.size();
      columns.push_back({node.name, scalar_of<T>(), static_cast<std::uint32_t>(count)});
    }
    if (declaring_) return;
    Bytes& bytes = columns[node.column].bytes;
    const auto* first = reinterpret_cast<const std::uint8_t*>(x);
    bytes.insert(bytes.end(), first, first + count * sizeof(T));
  }
  template <class Walk, class List>
  void list(Walk& walk, ColumnNode& node, const List& x) {
    node.cursor += x.size();
    const std::uint64_t end = node.cursor;
    number(node.parts[0], &end, 1);
    const typename List::value_type blank{};
    if (declaring_) walk.walk(node.parts[1], blank);
    for (const auto& element : x) walk.walk(node.parts[1], element);
  }

  bool declaring_ = false;
};

/// Gives the column of this name, which must have this kind of numbers and width.
using ColumnSource = std::function<Column(const std::string&, Scalar, std::uint32_t)>;

/// Makes records from columns. Throws TraceError(Malformed) if the columns do not fit together.
class ColumnReader {
 public:
  explicit ColumnReader(ColumnSource source) : source_(std::move(source)) {}

  template <class Record>
  std::vector<Record> records(std::uint64_t count) {
    ColumnWalk<ColumnReader> walk(*this);
    ColumnNode top{};
    std::vector<Record> result;
    for (std::uint64_t i = 0; i < count; ++i) {
      Record record{};
      walk.walk(top, record);
      result.push_back(std::move(record));
    }
    demand_all_used(top);
    return result;
  }

 private:
  friend class ColumnWalk<ColumnReader>;
  template <class T>
  void number(ColumnNode& node, T* x, std::size_t count) {
    const auto bytes = taken(node, scalar_of<T>(), static_cast<std::uint32_t>(count), sizeof(T));
    ByteReader reader(bytes);
    for (std::size_t i = 0; i < count; ++i) reader(node.name.c_str(), x[i]);
  }
  template <class Walk, class List>
  void list(Walk& walk, ColumnNode& node, List& x) {
    std::uint64_t end = 0;
    number(node.parts[0], &end, 1);
    if (end < node.cursor) refuse(node.parts[0], "the ends are not in order");
    for (; node.cursor < end; ++node.cursor) {
      typename List::value_type element{};
      walk.walk(node.parts[1], element);
      x.push_back(std::move(element));
    }
  }
  std::span<const std::uint8_t> taken(ColumnNode& node, Scalar scalar, std::uint32_t width,
                                      std::size_t size);
  void demand_all_used(const ColumnNode& node) const;
  [[noreturn]] static void refuse(const ColumnNode& node, const char* rule);

  ColumnSource source_;
  std::vector<Column> columns_{};
};

}  // namespace rigor::trace
