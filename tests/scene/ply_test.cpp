// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstring>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/scene/ply.hpp>

namespace rigor {
namespace {

constexpr const char* kElements =
    "comment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty uchar "
    "red\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";

std::string text_file() {
  return std::string("ply\nformat ascii 1.0\n") + kElements +
         "0 0 9 0\n1 0 9 0\n1 1 9 0.5\n0 1 9 0.5\n4 0 1 2 3\n3 0 1 2\n";
}

template <class Stored>
void put(Stored value, bool big, std::string& to) {
  char block[sizeof(Stored)];
  std::memcpy(block, &value, sizeof(Stored));
  if (big) std::reverse(block, block + sizeof(Stored));
  to.append(block, sizeof(Stored));
}

std::string binary_file(bool big) {
  std::string bytes =
      std::string("ply\nformat binary_") + (big ? "big" : "little") + "_endian 1.0\n" + kElements;
  const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5}, {0, 1, 0.5}};
  for (const auto& corner : corners) {
    put(corner[0], big, bytes);
    put(corner[1], big, bytes);
    put(std::uint8_t{9}, big, bytes);
    put(corner[2], big, bytes);
  }
  for (const auto& face : {std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 1, 2}}) {
    put(static_cast<std::uint8_t>(face.size()), big, bytes);
    for (const int corner : face) put(corner, big, bytes);
  }
  return bytes;
}

MeshSurface expected() {
  return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5}, {0, 1, 0.5}}, {{0, 1, 2}, {0, 2, 3}, {0, 1, 2}}};
}

TEST(Ply, TextAndBothBinaryFormsAreTheSame) {
  for (const std::string& bytes : {text_file(), binary_file(false), binary_file(true)}) {
    const MeshResult read = parse_ply(bytes);
    ASSERT_TRUE(std::holds_alternative<MeshSurface>(read)) << std::get<MeshDefect>(read).rule;
    EXPECT_EQ(std::get<MeshSurface>(read), expected());
  }
}

TEST(Ply, DamagedFilesAreRefused) {
  const std::string good = text_file();
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string bytes = good;
    bytes.replace(bytes.find(from), from.size(), to);
    return bytes;
  };
  for (const std::string& bytes :
       {std::string(), std::string("ply\n"), good.substr(0, good.size() - 4), changed("ply", "plx"),
        changed("ascii", "morse"), changed("vertex 4", "vertex 4294967295"),
        changed("vertex 4", "vertex -4"), changed("vertex 4", "vertex 18446744073709551615"),
        changed("vertex 4", "vertex 5"), changed("list uchar", "list float"),
        changed("3 0 1 2", "3 0 1 4"), changed("3 0 1 2", "3 0 1 -1"),
        changed("3 0 1 2", "300000000 0 1 2"), changed("9 0.5", "9 half")}) {
    EXPECT_TRUE(std::holds_alternative<MeshDefect>(parse_ply(bytes))) << bytes;
  }
}

TEST(Ply, NoMutantTakesLong) {
  Random random(13);
  const std::string files[] = {text_file(), binary_file(false), binary_file(true)};
  int sound = 0;
  int refused = 0;
  const auto began = std::chrono::steady_clock::now();
  for (int k = 0; k < 3000; ++k) {
    std::string bytes = files[k % 3];
    for (int change = 0; change < 3; ++change) {
      const auto at = static_cast<std::size_t>(random.index(static_cast<int>(bytes.size())));
      bytes[at] = static_cast<char>(random.index(256));
    }
    const MeshResult read = parse_ply(bytes);
    if (const auto* mesh = std::get_if<MeshSurface>(&read)) {
      ++sound;
      for (const auto& triangle : mesh->triangles)
        for (const std::uint32_t corner : triangle) ASSERT_LT(corner, mesh->points.size());
    } else {
      ++refused;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_LT(took.count(), 10.0);
  EXPECT_GT(sound, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace rigor
