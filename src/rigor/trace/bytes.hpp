// SPDX-License-Identifier: Apache-2.0
// Records as bytes: numbers little-endian in their own size, lists as a 32-bit count and their
// elements, structs field by field in the order of schema.hpp.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <rigor/trace/error.hpp>
#include <rigor/trace/schema.hpp>

namespace rigor::trace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

using Bytes = std::vector<std::uint8_t>;

/// CRC-32C (Castagnoli, reflected, initial value and final xor 0xffffffff) of `bytes`, continuing
/// from the checksum `before` of the bytes in front of them.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

/// Appends records to `bytes`.
class ByteWriter {
 public:
  explicit ByteWriter(Bytes& bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(const char*, const T& x) {
    write(x);
  }

  template <class T>
  void write(const T& x) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      const auto* first = reinterpret_cast<const std::uint8_t*>(&x);
      bytes_.insert(bytes_.end(), first, first + sizeof(T));
    } else {
      fields(*this, x);
    }
  }
  void write(const std::string& x) { write_list(x); }
  template <class T>
  void write(const std::vector<T>& x) {
    write_list(x);
  }
  template <class T, std::size_t n>
  void write(const std::array<T, n>& x) {
    for (const T& element : x) write(element);
  }

 private:
  template <class List>
  void write_list(const List& x) {
    if (x.size() > 0xffffffffU) throw TraceError(Fault::Malformed, "a list has over 2^32 elements");
    write(static_cast<std::uint32_t>(x.size()));
    for (const auto& element : x) write(element);
  }

  Bytes& bytes_;
};

/// Takes records from the front of `bytes`. Never reads past the end and never allocates more than
/// a constant times the bytes that are there; throws TraceError(Malformed) otherwise.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }

  template <class T>
  void operator()(const char* field, T& x) {
    field_ = field;
    read(x);
  }

  template <class T>
  void read(T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      x = byte_below(2) != 0;
    } else if constexpr (std::is_enum_v<T>) {
      x = static_cast<T>(byte_below(count_of(T{})));
    } else if constexpr (std::is_arithmetic_v<T>) {
      need(sizeof(T));
      std::memcpy(&x, rest_.data(), sizeof(T));
      rest_ = rest_.subspan(sizeof(T));
    } else {
      fields(*this, x);
    }
  }
  void read(std::string& x) { read_list(x); }
  template <class T>
  void read(std::vector<T>& x) {
    read_list(x);
  }
  template <class T, std::size_t n>
  void read(std::array<T, n>& x) {
    for (T& element : x) read(element);
  }

 private:
  template <class List>
  void read_list(List& x) {
    std::uint32_t count = 0;
    read(count);
    need(count);  // every element takes at least one byte
    x.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      typename List::value_type element{};
      read(element);
      x.push_back(std::move(element));
    }
  }

  std::uint8_t byte_below(unsigned count);
  void need(std::size_t size) const;

  std::span<const std::uint8_t> rest_;
  const char* field_ = "";
};

}  // namespace rigor::trace
