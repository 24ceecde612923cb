// The items that go into a queue under load, and a cheap check that they came out again. The i-th item of a producer
// consumers add one number per item.
#pragma once

#include <cstdint>
#include <string>

namespace schedlab {

inline constexpr std::uint64_t item_mask = (std::uint64_t{1} << 30) - 1;

struct tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  void add(std::uint64_t item) {
    ++count;
    sum += item;
  }
  void add(const tally& other) {
    count += other.count;
    sum += other.sum;
  }
};

// The tally of a producer's first `count` items.
constexpr tally first_items(std::uint64_t count) {
  const std::uint64_t rounds = count / (item_mask + 1);
  const std::uint64_t rest = count % (item_mask + 1);
  const std::uint64_t whole_round = (item_mask + 1) / 2 * item_mask;
  const std::uint64_t begun = rest % 2 == 0 ? rest / 2 * (rest - 1) : (rest - 1) / 2 * rest;
  return {count, rounds * whole_round + begun};
}

// Empty if everything that went in came out; otherwise what differs.
inline std::string difference(const tally& in, const tally& out) {
  if (in.count > out.count)
    return std::to_string(in.count - out.count) + " of " + std::to_string(in.count) + " items lost";
  if (in.count < out.count) {
    return std::to_string(out.count - in.count) + " items more came out than the " + std::to_string(in.count) +
           " pushed";
  }
  if (in.sum != out.sum) return "as many items came out as went in, but not the same ones";
  return {};
}

}  // namespace schedlab
