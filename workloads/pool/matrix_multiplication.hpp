// C = A B for square matrices, by halving them until a block of 32 by 32 is left: the four quadrants of C in parallel, in
// two phases, because each is the sum of two products. A task of the lowest level multiplies two blocks, about 10 us.
// The matrices are stored block by block, so that a block is 8 KiB in a row and no power of two comes between its lines.
// M. Frigo, C. E. Leiserson, H. Prokop, S. Ramachandran, "Cache-oblivious algorithms", FOCS 1999.
//
// The entries are small whole numbers and so are all sums: the result is exact in whatever order blocks are added.
// A[i][k] = i + k and B[k][j] = k - j, hence C[i][j] is the sum of (i + k)(k - j) over k, which has a closed form.
//
// An item is a product of two blocks; there are (n / 32)^3.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab {

template <class Scheduler>
class matrix_multiplication {
 public:
  static constexpr bool joins = true;
  static constexpr std::size_t side = 32;

  explicit matrix_multiplication(std::size_t n) : n_(n), blocks_(n / side) {
    if (n < side || n > 4096 || !std::has_single_bit(n)) {
      throw std::invalid_argument("matrix_multiplication of " + std::to_string(n) + " rows; right is a power of two, " +
                                  std::to_string(side) + " to 4096");
    }
    a_ = filled([](double row, double column) { return row + column; });
    b_ = filled([](double row, double column) { return row - column; });
    prepare();
  }

  void prepare() { c_.assign(blocks_ * blocks_, block{}); }

  std::uint64_t round(Scheduler& scheduler) {
    scheduler.run([this, &scheduler] { multiply(scheduler, {0, 0, 0}, blocks_); });
    return blocks_ * blocks_ * blocks_;
  }

  std::string verify() {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        const double found = at(c_, i, j);
        const double right = product(static_cast<double>(i), static_cast<double>(j));
        // NOLINTNEXTLINE: both are exact
        if (found < right || found > right) {
          return "C[" + std::to_string(i) + "][" + std::to_string(j) + "]: found " + std::to_string(found) +
                 ", right would be " + std::to_string(right);
        }
      }
    }
    return {};
  }

 private:
  using block = std::array<double, side * side>;
  using matrix = std::vector<block>;

  // The corner of a product of square parts, in blocks: C from (row, column), A from (row, inner), B from (inner, column).
  struct corner {
    std::size_t row, column, inner;
  };

  void multiply(Scheduler& scheduler, corner from, std::size_t blocks) {
    if (blocks == 1) return multiply_block(from);
    const std::size_t half = blocks / 2;
    for (const std::size_t inner : {from.inner, from.inner + half}) {
      const auto quadrant = [&, half, inner](std::size_t down, std::size_t right) {
        multiply(scheduler, {from.row + down, from.column + right, inner}, half);
      };
      scheduler.fork_join([&] { scheduler.fork_join([&] { quadrant(0, 0); }, [&] { quadrant(0, half); }); },
                          [&] { scheduler.fork_join([&] { quadrant(half, 0); }, [&] { quadrant(half, half); }); });
    }
  }

  void multiply_block(corner from) {
    const block& a = a_[from.row * blocks_ + from.inner];
    const block& b = b_[from.inner * blocks_ + from.column];
    block& c = c_[from.row * blocks_ + from.column];
    for (std::size_t i = 0; i < side; ++i) {
      std::array<double, side> row;
      for (std::size_t j = 0; j < side; ++j) row[j] = c[i * side + j];
      for (std::size_t k = 0; k < side; ++k) {
        const double factor = a[i * side + k];
        for (std::size_t j = 0; j < side; ++j) row[j] += factor * b[k * side + j];
      }
      for (std::size_t j = 0; j < side; ++j) c[i * side + j] = row[j];
    }
  }

  template <class M>
  auto& at(M& of, std::size_t row, std::size_t column) const {
    return of[row / side * blocks_ + column / side][row % side * side + column % side];
  }

  template <class Entry>
  matrix filled(Entry entry) const {
    matrix made(blocks_ * blocks_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) at(made, i, j) = entry(static_cast<double>(i), static_cast<double>(j));
    }
    return made;
  }

  // The sum of k^2 + (i - j) k - i j for k from 0 to n - 1.
  double product(double i, double j) const {
    const auto n = static_cast<double>(n_);
    return (n - 1) * n * (2 * n - 1) / 6 + (i - j) * (n - 1) * n / 2 - n * i * j;
  }

  const std::size_t n_;
  const std::size_t blocks_;
  matrix a_;
  matrix b_;
  matrix c_;
};

}  // namespace schedlab
