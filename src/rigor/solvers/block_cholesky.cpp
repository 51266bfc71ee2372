// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <Eigen/Cholesky>

#include <rigor/demand.hpp>
#include <rigor/solvers/block_cholesky.hpp>

namespace rigor {

BlockCholesky::BlockCholesky(int blocks, std::span<const std::pair<int, int>> edges)
    : place_(blocks), columns_(blocks), diagonal_(blocks), inverse_pivots_(blocks) {
  analyse(blocks, edges);
  clear();
}

void BlockCholesky::analyse(int blocks, std::span<const std::pair<int, int>> edges) {
  std::vector<std::set<int>> beside(blocks);
  for (const auto& [i, j] : edges) {
    beside[i].insert(j);
    beside[j].insert(i);
  }
  std::set<std::pair<std::size_t, int>> open;
  for (int i = 0; i < blocks; ++i) open.insert({beside[i].size(), i});
  std::vector<std::vector<int>> later(blocks);  // by place: the blocks it is tied to then
  for (int place = 0; place < blocks; ++place) {
    const int i = open.begin()->second;
    open.erase(open.begin());
    place_[i] = place;
    later[place].assign(beside[i].begin(), beside[i].end());
    for (const int j : later[place]) {
      open.erase({beside[j].size(), j});
      beside[j].erase(i);
      for (const int k : later[place])
        if (k != j) beside[j].insert(k);
      open.insert({beside[j].size(), j});
    }
  }
  int count = 0;
  for (int place = 0; place < blocks; ++place) {
    Column& column = columns_[place];
    for (const int j : later[place]) column.rows.push_back(place_[j]);
    std::sort(column.rows.begin(), column.rows.end());
    column.first = count;
    count += static_cast<int>(column.rows.size());
  }
  below_.resize(count);
  for (const Column& column : columns_)
    for (std::size_t b = 0; b < column.rows.size(); ++b)
      for (std::size_t a = b + 1; a < column.rows.size(); ++a)
        targets_.push_back(slot(column.rows[a], column.rows[b]));
}

int BlockCholesky::slot(int row, int column) const {
  const Column& at = columns_[column];
  const auto found = std::lower_bound(at.rows.begin(), at.rows.end(), row);
  RIGOR_DEMAND(found != at.rows.end() && *found == row);
  return at.first + static_cast<int>(found - at.rows.begin());
}

void BlockCholesky::clear() {
  for (Block& block : diagonal_) block.setZero();
  for (Block& block : below_) block.setZero();
}

void BlockCholesky::add(int i, int j, const Block& value) {
  const int row = place_[i];
  const int column = place_[j];
  if (row > column) {
    below_[slot(row, column)] += value;
  } else {
    below_[slot(column, row)] += value.transpose();
  }
}

bool BlockCholesky::factor() {
  std::size_t update = 0;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    const Eigen::LLT<Block> pivot(diagonal_[k]);
    if (pivot.info() != Eigen::Success) return false;
    inverse_pivots_[k] = pivot.matrixL().solve(Block::Identity());
    for (std::size_t a = 0; a < column.rows.size(); ++a) {
      Block& block = below_[column.first + a];
      block = (block * inverse_pivots_[k].transpose()).eval();
    }
    for (std::size_t b = 0; b < column.rows.size(); ++b) {
      const Block& left = below_[column.first + b];
      diagonal_[column.rows[b]].noalias() -= left * left.transpose();
      for (std::size_t a = b + 1; a < column.rows.size(); ++a)
        below_[targets_[update++]].noalias() -= below_[column.first + a] * left.transpose();
    }
  }
  return true;
}

void BlockCholesky::solve(std::vector<Part>& x) const {
  std::vector<Part> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[place_[i]] = x[i];
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    y[k] = (inverse_pivots_[k] * y[k]).eval();
    for (std::size_t a = 0; a < columns_[k].rows.size(); ++a)
      y[columns_[k].rows[a]].noalias() -= below_[columns_[k].first + a] * y[k];
  }
  for (std::size_t k = columns_.size(); k-- > 0;) {
    for (std::size_t a = 0; a < columns_[k].rows.size(); ++a)
      y[k].noalias() -= below_[columns_[k].first + a].transpose() * y[columns_[k].rows[a]];
    y[k] = (inverse_pivots_[k].transpose() * y[k]).eval();
  }
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = y[place_[i]];
}

}  // namespace rigor
