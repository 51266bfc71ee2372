// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <hdf5.h>

#include <rigor/trace/hdf5.hpp>

namespace rigor::trace {
namespace {

/// Data are packed in pieces of about this size, small enough to unpack one quickly.
constexpr std::size_t kChunkBytes = std::size_t{1} << 18U;
/// Less than this is kept beside the column's description, as it is: packing would cost more.
constexpr std::size_t kCompactBytes = 512;
/// Level of deflate: higher ones take twice the time and gain a few per cent on doubles.
constexpr unsigned kDeflateLevel = 1;
/// By how much the file in memory grows at a time.
constexpr std::size_t kGrowth = std::size_t{1} << 20U;
/// Deflate packs at most 1032 bytes into one.
constexpr std::uint64_t kDeflateRatio = 1032;

template <herr_t (*close)(hid_t)>
Handle owned(hid_t id) {
  return {id, [](std::int64_t x) -> int { return close(x); }};
}

/// Keeps the library from printing while the object lives, and from tidying up at the program's
/// end: all that is opened here is closed here, and a damaged file can make it lose its way in
/// that.
class Quiet {
 public:
  Quiet() {
    static const bool once = H5dont_atexit() >= 0;
    static_cast<void>(once);
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

hid_t stored_type(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float64:
      return H5T_IEEE_F64LE;
    case Scalar::Uint8:
      return H5T_STD_U8LE;
    case Scalar::Int8:
      return H5T_STD_I8LE;
    case Scalar::Uint32:
      return H5T_STD_U32LE;
    case Scalar::Uint64:
      return H5T_STD_U64LE;
  }
  return -1;
}

std::size_t size_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::Float64:
    case Scalar::Uint64:
      return 8;
    case Scalar::Uint32:
      return 4;
    case Scalar::Uint8:
    case Scalar::Int8:
      return 1;
  }
  return 0;
}

[[noreturn]] void malformed(const std::string& place, const char* rule) {
  throw TraceError(Fault::Malformed, place + ": " + rule);
}

void demand_written(bool good, const std::string& place) {
  if (!good) throw TraceError(Fault::Unreadable, place + ": the file cannot be created");
}

Handle new_file() {
  const Quiet quiet;
  const Handle creation = owned<H5Pclose>(H5Pcreate(H5P_FILE_CREATE));
  const Handle access = owned<H5Pclose>(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_userblock(creation.id(), kUserBlockBytes);
  H5Pset_obj_track_times(creation.id(), false);
  // One chunk needs no index since 1.10; older layouts spend two kilobytes a column on it.
  H5Pset_libver_bounds(access.id(), H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Pset_fapl_core(access.id(), kGrowth, false);
  Handle file = owned<H5Fclose>(H5Fcreate("trace", H5F_ACC_TRUNC, creation.id(), access.id()));
  if (file.valid())
    H5Fset_dset_no_attrs_hint(file.id(), true);  // no room for attributes of columns
  return file;
}

/// Bytes of the superblock in front of its checksum: signature, versions and flags, four addresses.
constexpr std::size_t kSuperblockBytes = 12 + 4 * 8;

/// The checksum of HDF5's own metadata (Jenkins' lookup3) of a superblock: eleven words of four
/// bytes.
std::uint32_t superblock_checksum(const std::uint8_t* bytes) {
  std::array<std::uint32_t, kSuperblockBytes / 4> words;
  std::memcpy(words.data(), bytes, kSuperblockBytes);
  const auto rotated = [](std::uint32_t x, int bits) { return std::rotl(x, bits); };
  std::uint32_t a = 0xdeadbeefU + static_cast<std::uint32_t>(kSuperblockBytes);
  std::uint32_t b = a;
  std::uint32_t c = a;
  for (std::size_t i = 0; i < 9; i += 3) {
    a += words[i];
    b += words[i + 1];
    c += words[i + 2];
    a = (a - c) ^ rotated(c, 4), c += b;
    b = (b - a) ^ rotated(a, 6), a += c;
    c = (c - b) ^ rotated(b, 8), b += a;
    a = (a - c) ^ rotated(c, 16), c += b;
    b = (b - a) ^ rotated(a, 19), a += c;
    c = (c - b) ^ rotated(b, 4), b += a;
  }
  a += words[9];
  b += words[10];
  c = (c ^ b) - rotated(b, 14);
  a = (a ^ c) - rotated(c, 11);
  b = (b ^ a) - rotated(a, 25);
  c = (c ^ b) - rotated(b, 16);
  a = (a ^ c) - rotated(c, 4);
  b = (b ^ a) - rotated(a, 14);
  c = (c ^ b) - rotated(b, 24);
  return c;
}

Handle storage_plan(const Column& column, hsize_t rows) {
  Handle plan = owned<H5Pclose>(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_obj_track_times(plan.id(), false);
  if (rows == 0) return plan;
  if (column.bytes.size() < kCompactBytes) {
    H5Pset_layout(plan.id(), H5D_COMPACT);
    return plan;
  }
  const std::size_t row_bytes = column.width * size_of(column.scalar);
  const std::array<hsize_t, 2> chunk = {
      std::min<hsize_t>(rows, std::max<std::size_t>(1, kChunkBytes / row_bytes)), column.width};
  H5Pset_chunk(plan.id(), column.width == 1 ? 1 : 2, chunk.data());
  H5Pset_shuffle(plan.id());
  H5Pset_deflate(plan.id(), kDeflateLevel);
  return plan;
}

void write_column(hid_t group, const Column& column) {
  const hsize_t rows = column.bytes.size() / (column.width * size_of(column.scalar));
  const std::array<hsize_t, 2> size = {rows, column.width};
  const Handle space =
      owned<H5Sclose>(H5Screate_simple(column.width == 1 ? 1 : 2, size.data(), nullptr));
  const Handle plan = storage_plan(column, rows);
  const hid_t type = stored_type(column.scalar);
  const Handle data = owned<H5Dclose>(H5Dcreate2(group, column.name.c_str(), type, space.id(),
                                                 H5P_DEFAULT, plan.id(), H5P_DEFAULT));
  const bool good = data.valid() && H5Dwrite(data.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                             column.bytes.data()) >= 0;
  demand_written(good, column.name);
}

void write_attribute_of(hid_t object, const char* name, std::uint64_t value) {
  const Handle space = owned<H5Sclose>(H5Screate(H5S_SCALAR));
  const Handle attribute = owned<H5Aclose>(
      H5Acreate2(object, name, H5T_STD_U64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
  demand_written(attribute.valid() && H5Awrite(attribute.id(), H5T_STD_U64LE, &value) >= 0, name);
}

/// A link inside the file, not to another file or name.
bool is_own(hid_t file, const std::string& path) {
  H5L_info_t link{};
  return H5Lget_info(file, path.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
}

/// Stored in this file, packed at most by shuffle and deflate.
bool has_plain_storage(hid_t data) {
  const Handle plan = owned<H5Pclose>(H5Dget_create_plist(data));
  const H5D_layout_t layout = H5Pget_layout(plan.id());
  if (layout != H5D_CHUNKED && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT) return false;
  if (H5Pget_external_count(plan.id()) != 0) return false;
  const int filters = H5Pget_nfilters(plan.id());
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(plan.id(), static_cast<unsigned>(i), &flags, &values,
                                               nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE) return false;
  }
  return filters >= 0;
}

/// The number of rows, if the data have this width.
std::optional<hsize_t> rows_of(hid_t data, std::uint32_t width) {
  const Handle space = owned<H5Sclose>(H5Dget_space(data));
  const int rank = width == 1 ? 1 : 2;
  std::array<hsize_t, 2> size = {0, width};
  if (H5Sget_simple_extent_ndims(space.id()) != rank) return std::nullopt;
  if (H5Sget_simple_extent_dims(space.id(), size.data(), nullptr) != rank) return std::nullopt;
  if (size[1] != width) return std::nullopt;
  return size[0];
}

}  // namespace

Handle::~Handle() {
  if (valid()) close_(id_);
}

Hdf5Writer::Hdf5Writer() : file_(new_file()) { demand_written(file_.valid(), "trace"); }

void Hdf5Writer::write_table(const std::string& group, const std::vector<Column>& columns,
                             std::uint64_t rows) {
  const Quiet quiet;
  const Handle plan = owned<H5Pclose>(H5Pcreate(H5P_GROUP_CREATE));
  H5Pset_obj_track_times(plan.id(), false);
  const Handle table =
      owned<H5Gclose>(H5Gcreate2(file_.id(), group.c_str(), H5P_DEFAULT, plan.id(), H5P_DEFAULT));
  demand_written(table.valid(), group);
  write_attribute_of(table.id(), "rows", rows);
  for (const Column& column : columns) write_column(table.id(), column);
}

void Hdf5Writer::write_attribute(const char* name, std::uint64_t value) {
  const Quiet quiet;
  write_attribute_of(file_.id(), name, value);
}

Bytes Hdf5Writer::image() const {
  const Quiet quiet;
  demand_written(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL) >= 0, "trace");
  const ssize_t size = H5Fget_file_image(file_.id(), nullptr, 0);
  demand_written(size > 0, "trace");
  // The library leaves the user block out.
  Bytes bytes(kUserBlockBytes + static_cast<std::size_t>(size));
  demand_written(H5Fget_file_image(file_.id(), bytes.data() + kUserBlockBytes,
                                   static_cast<std::size_t>(size)) == size,
                 "trace");
  // It also takes back the mark of an open file without renewing the checksum over it (1.10).
  std::uint8_t* const superblock = bytes.data() + kUserBlockBytes;
  const std::uint32_t checksum = superblock_checksum(superblock);
  std::memcpy(superblock + kSuperblockBytes, &checksum, sizeof(checksum));
  return bytes;
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path)
    : file_([&path] {
        const Quiet quiet;
        return owned<H5Fclose>(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
      }()) {
  if (!file_.valid()) malformed(path.string(), "not an HDF5 file");
}

std::uint64_t Hdf5Reader::attribute(const std::string& group, const char* name) const {
  const Quiet quiet;
  if (group != "/" && !is_own(file_.id(), group)) malformed(group, "missing");
  const Handle attribute =
      owned<H5Aclose>(H5Aopen_by_name(file_.id(), group.c_str(), name, H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid()) malformed(group + "@" + name, "missing");
  const Handle type = owned<H5Tclose>(H5Aget_type(attribute.id()));
  const Handle space = owned<H5Sclose>(H5Aget_space(attribute.id()));
  const bool good =
      H5Tequal(type.id(), H5T_STD_U64LE) > 0 && H5Sget_simple_extent_type(space.id()) == H5S_SCALAR;
  std::uint64_t value = 0;
  if (!good || H5Aread(attribute.id(), H5T_STD_U64LE, &value) < 0) {
    malformed(group + "@" + name, "not one 64-bit number");
  }
  return value;
}

Column Hdf5Reader::column(const std::string& group, const std::string& name, Scalar scalar,
                          std::uint32_t width) const {
  const Quiet quiet;
  const std::string path = group + "/" + name;
  if (!is_own(file_.id(), group) || !is_own(file_.id(), path)) malformed(path, "missing");
  const Handle data = owned<H5Dclose>(H5Dopen2(file_.id(), path.c_str(), H5P_DEFAULT));
  if (!data.valid()) malformed(path, "not an array");
  const Handle type = owned<H5Tclose>(H5Dget_type(data.id()));
  if (H5Tequal(type.id(), stored_type(scalar)) <= 0) malformed(path, "wrong type of number");
  if (!has_plain_storage(data.id())) malformed(path, "stored in a way that traces never use");
  const auto rows = rows_of(data.id(), width);
  if (!rows) malformed(path, "wrong shape");
  const std::uint64_t row_bytes = width * size_of(scalar);
  const std::uint64_t most = H5Dget_storage_size(data.id()) * kDeflateRatio;
  if (*rows > most / row_bytes) malformed(path, "claims more data than it holds");
  Column column{name, scalar, width, Bytes(*rows * row_bytes)};
  if (H5Dread(data.id(), stored_type(scalar), H5S_ALL, H5S_ALL, H5P_DEFAULT, column.bytes.data()) <
      0) {
    malformed(path, "cannot be unpacked");
  }
  return column;
}

}  // namespace rigor::trace
