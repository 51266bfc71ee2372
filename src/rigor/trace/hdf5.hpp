// SPDX-License-Identifier: Apache-2.0
// Columns in an HDF5 file, and nothing else of that library. Files with the same columns have the
// same bytes: no times are stored anywhere.
#pragma once

#include <filesystem>
#include <optional>

#include <rigor/trace/columns.hpp>

namespace rigor::trace {

/// An HDF5 identifier that is closed with the object.
class Handle {
 public:
  using Closer = int (*)(std::int64_t);
  Handle(std::int64_t id, Closer close) : id_(id), close_(close) {}
  ~Handle();
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Handle&&) = delete;

  std::int64_t id() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  std::int64_t id_;
  Closer close_;
};

/// Bytes in front of the HDF5 data that the library leaves to us.
inline constexpr std::size_t kUserBlockBytes = 512;

/// A new file, made in memory: the library never sees the disk, whose troubles it does not survive.
/// Throws TraceError(Unreadable) whenever the library refuses.
class Hdf5Writer {
 public:
  Hdf5Writer();

  /// Writes `columns` into the new group `group` whose attribute `rows` is `rows`.
  void write_table(const std::string& group, const std::vector<Column>& columns,
                   std::uint64_t rows);

  /// Sets an attribute of the whole file.
  void write_attribute(const char* name, std::uint64_t value);

  /// The bytes of the whole file, with a user block of zeros.
  Bytes image() const;

 private:
  Handle file_;
};

/// An existing file. Throws TraceError(Malformed) for anything that Hdf5Writer would not have
/// written: other types, links out of the file, filters other than shuffle and deflate, or data
/// that take more memory than deflate can pack into the file's size.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);

  /// The attribute `name` of `group` ("/" for the file).
  std::uint64_t attribute(const std::string& group, const char* name) const;

  /// The column `name` of `group`.
  Column column(const std::string& group, const std::string& name, Scalar scalar,
                std::uint32_t width) const;

 private:
  Handle file_;
};

}  // namespace rigor::trace
