// SPDX-License-Identifier: Apache-2.0
// A short fuzz without libFuzzer, for the normal tests: seeded changes of sound files through the
// same function that the fuzzers call. Usage: <stem>_mutants COUNT FIRST FILE...; FIRST is a letter
// put before every mutant, or - for none. The number of the mutant at work stands on standard error
// if it ends the program.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <rigor/random.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

std::size_t below(rigor::Random& random, std::size_t count) {
  return random.bits() % std::max<std::size_t>(count, 1);
}

/// One to eight changes: bits, bytes, numbers, cuts, repeats.
Bytes mutant(Bytes bytes, rigor::Random& random) {
  const std::size_t changes = 1 + below(random, 8);
  for (std::size_t k = 0; k < changes && !bytes.empty(); ++k) {
    const std::size_t at = below(random, bytes.size());
    const std::size_t length = std::min(1 + below(random, 16), bytes.size() - at);
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto to = from + static_cast<std::ptrdiff_t>(length);
    switch (below(random, 5)) {
      case 0:
        bytes[at] ^= static_cast<std::uint8_t>(1U << below(random, 8));
        break;
      case 1:
        bytes[at] = static_cast<std::uint8_t>(below(random, 256));
        break;
      case 2:
        bytes[at] = static_cast<std::uint8_t>("0123456789-.e[]{}:,"[below(random, 19)]);
        break;
      case 3:
        bytes.erase(from, to);
        break;
      default: {
        const Bytes piece(from, to);
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(random, bytes.size())),
                     piece.begin(), piece.end());
      }
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const int count = std::atoi(argv[1]);
  rigor::Random random(20);
  for (int k = 0; k < count; ++k) {
    std::ifstream stream(argv[3 + k % (argc - 3)], std::ios::binary);
    const Bytes bytes(std::istreambuf_iterator<char>(stream), {});
    if (bytes.empty()) return 2;
    std::fprintf(stderr, "\rmutant %d", k);
    Bytes changed = mutant(bytes, random);
    if (argv[2][0] != '-') changed.insert(changed.begin(), static_cast<std::uint8_t>(argv[2][0]));
    LLVMFuzzerTestOneInput(changed.data(), changed.size());
  }
  std::fprintf(stderr, "\r%d mutants read or refused\n", count);
  return 0;
}
