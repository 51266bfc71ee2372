// SPDX-License-Identifier: Apache-2.0
// Model files with mistakes of every kind: each is imported, and builds, or is refused with a
// SceneError. No crash, no hang, no other exception.
#include <chrono>

#include <gtest/gtest.h>

#include <rigor/importing/import_model.hpp>
#include <rigor/random.hpp>

#include "model_files.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {
namespace {

constexpr int kMutants = 250;  // of each format

std::size_t below(Random& random, std::size_t end) {
  return std::min(static_cast<std::size_t>(random.uniform(0.0, 1.0) * static_cast<double>(end)),
                  end - 1);
}

/// The start and length of a number, a name or a word in the text, at or behind a random place.
std::pair<std::size_t, std::size_t> token(const std::string& text, Random& random) {
  const char* kinds[] = {"0123456789.-e",
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"};
  const char* letters = kinds[below(random, 2)];
  std::size_t start = text.find_first_of(letters, below(random, text.size()));
  if (start == std::string::npos) start = text.find_first_of(letters);
  const std::size_t end = text.find_first_not_of(letters, start);
  return {start, (end == std::string::npos ? text.size() : end) - start};
}

void mutate(std::string& text, Random& random) {
  static const char* kValues[] = {"1e308", "-1",    "nan",   "0",     "1e-300", "inf", "1e16", "",
                                  "1 2",   "stand", "fixed", "world", "hand",   "<a>", "&x;",  "'"};
  const std::size_t at = below(random, text.size());
  const auto [start, length] = token(text, random);
  switch (below(random, 14)) {
    case 0:
      text[at] = static_cast<char>(below(random, 256));
      break;
    case 1:
      text.erase(at, 1 + below(random, 200));
      break;
    case 2:
      text.insert(at, text.substr(start, 1 + below(random, 400)));
      break;
    case 3: {
      const auto [other, size] = token(text, random);
      text.replace(start, length, text.substr(other, size));
      break;
    }
    case 4:
      text.resize(at);
      break;
    case 5:
    case 6:
      text.replace(start, length, kValues[below(random, std::size(kValues))]);
      break;
    default: {
      const std::size_t digit = text.find_first_of("0123456789", at);
      if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(random, 10));
    }
  }
  if (text.empty()) text = " ";
}

class Mutants : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formats, Mutants, ::testing::Values("arm.urdf", "arm.sdf"));

TEST_P(Mutants, AreImportedOrRefused) {
  std::ifstream in(model_file(GetParam()));
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  ASSERT_GT(whole.size(), 1000U);
  TemporaryFolder folder;
  const std::string file = (folder / "mutant.xml").string();
  int imported = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= kMutants; ++seed) {
    Random random(seed, 21);
    std::string text = whole;
    for (std::size_t i = 0; i <= below(random, 3); ++i) mutate(text, random);
    write_file(file, text);
    const auto before = std::chrono::steady_clock::now();
    try {
      import_model(file, {.base = seed % 2 == 0 ? Base::Free : Base::Fixed,
                          .floor = seed % 3 == 0,
                          .repair = seed % 5 == 0});
      ++imported;
    } catch (const SceneError& error) {
      EXPECT_FALSE(error.problems().empty()) << "seed " << seed;
      ++refused;
    } catch (const std::exception& error) {
      ADD_FAILURE() << "seed " << seed << ": " << error.what() << "\n" << text;
    }
    const auto spent = std::chrono::steady_clock::now() - before;
    EXPECT_LT(spent, std::chrono::seconds(20)) << "seed " << seed;
  }
  EXPECT_GT(imported, kMutants / 10);
  EXPECT_GT(refused, kMutants / 4);
}

}  // namespace
}  // namespace rigor::importing
