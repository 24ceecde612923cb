// Relations between the events of an execution, with the operators that papers on memory models write: union, sequence,
// inverse, transitive closure, acyclic. At most 32 events, a row of bits each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace schedlab::verify {

class relation {
 public:
  static constexpr std::size_t most_events = 32;

  bool has(std::size_t from, std::size_t to) const { return (rows_[from] >> to & 1) != 0; }
  void add(std::size_t from, std::size_t to) { rows_[from] |= std::uint32_t{1} << to; }

  // The relation of all pairs that a condition accepts.
  template <class Condition>
  relation where(Condition accepts) const {
    relation some;
    for_each([&](std::size_t a, std::size_t b) {
      if (accepts(a, b)) some.add(a, b);
    });
    return some;
  }

  friend relation operator|(relation a, const relation& b) {
    for (std::size_t i = 0; i < most_events; ++i) a.rows_[i] |= b.rows_[i];
    return a;
  }

  // First a, then b.
  friend relation operator*(const relation& a, const relation& b) {
    relation both;
    a.for_each([&](std::size_t from, std::size_t middle) { both.rows_[from] |= b.rows_[middle]; });
    return both;
  }

  relation inverse() const {
    relation back;
    for_each([&](std::size_t a, std::size_t b) { back.add(b, a); });
    return back;
  }

  relation or_same() const {
    relation wider = *this;
    for (std::size_t i = 0; i < most_events; ++i) wider.add(i, i);
    return wider;
  }

  relation closure() const {
    relation all = *this;
    for (std::size_t middle = 0; middle < most_events; ++middle) {
      for (std::size_t from = 0; from < most_events; ++from) {
        if (all.has(from, middle)) all.rows_[from] |= all.rows_[middle];
      }
    }
    return all;
  }

  bool irreflexive() const {
    for (std::size_t i = 0; i < most_events; ++i) {
      if (has(i, i)) return false;
    }
    return true;
  }

  bool acyclic() const { return closure().irreflexive(); }

 private:
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t from = 0; from < most_events; ++from) {
      for (std::uint32_t rest = rows_[from]; rest != 0; rest &= rest - 1) {
        visit(from, static_cast<std::size_t>(__builtin_ctz(rest)));
      }
    }
  }

  std::array<std::uint32_t, most_events> rows_{};
};

}  // namespace schedlab::verify
