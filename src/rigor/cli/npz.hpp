// SPDX-License-Identifier: Apache-2.0
// NumPy's own files, so that numpy.load reads what we write.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rigor {

/// A .npy file (format 1.0) of doubles, row by row. `columns` 0 means a one-dimensional array.
std::string npy_bytes(std::span<const double> values, std::size_t rows, std::size_t columns);

/// A .zip archive that holds the files as they are, with a fixed date: equal content, equal bytes.
/// Throws std::runtime_error if it would exceed 4 GiB, which this format can not hold.
std::string zip_bytes(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace rigor
