// The names of loads, such as 1p1c.think100 or w2.T1.d7: parts joined by '.', and this is the list of all parts. The cells
// are named by it, and the judge reads names by the same list, which `schedlab list words --json` gives.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace schedlab {

// A load by its name. Only parts make one, so that there is none which the list does not explain.
class named_load {
 public:
  const std::string& text() const { return text_; }

  friend named_load operator+(const named_load& front, const named_load& back) {
    return named_load(front.text_ + "." + back.text_);
  }

 private:
  friend class load_part;
  explicit named_load(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

class load_part {
 public:
  // In `its_form` each '#' stands for a number.
  consteval load_part(const char* its_name, const char* its_form, const char* what_it_means)
      : name(its_name), form(its_form), about(what_it_means) {}

  // The part with its numbers put in.
  template <class... Numbers>
  named_load operator()(Numbers... numbers) const {
    return with({static_cast<std::uint64_t>(numbers)...});
  }

  // The first number of this part in a load; nothing where the load has no such part.
  std::optional<std::uint64_t> number_in(std::string_view load) const {
    while (!load.empty()) {
      const std::string_view text = load.substr(0, load.find('.'));
      if (const auto number = number_of(text)) return number;
      load.remove_prefix(std::min(text.size() + 1, load.size()));
    }
    return std::nullopt;
  }

  const char* const name;
  const char* const form;
  const char* const about;

 private:
  named_load with(std::initializer_list<std::uint64_t> numbers) const {
    std::string text;
    auto next = numbers.begin();
    for (const char* character = form; *character != '\0'; ++character) {
      text += *character == '#' ? std::to_string(*next++) : std::string(1, *character);
    }
    return named_load(text);
  }

  std::optional<std::uint64_t> number_of(std::string_view text) const {
    std::optional<std::uint64_t> first;
    for (const char* expected = form; *expected != '\0'; ++expected) {
      if (*expected != '#') {
        if (!text.starts_with(*expected)) return std::nullopt;
        text.remove_prefix(1);
        continue;
      }
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc()) return std::nullopt;
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      if (!first) first = number;
    }
    return text.empty() ? first : std::nullopt;
  }
};

namespace load {

inline constexpr load_part team{"team", "#p#c", "so many producers and so many consumers"};
inline constexpr load_part threads{"threads", "#t", "so many threads, all alike; of steal: so many thieves"};
inline constexpr load_part workers{"workers", "w#", "a pool of so many workers"};
inline constexpr load_part submitters{"submitters", "#s", "so many threads outside of the pool submit"};
inline constexpr load_part inside{"from", "inside", "a running task submits"};
inline constexpr load_part depth{"depth", "d#",
                                 "so many items lie inside, or so many are pushed in a row; of a tree: "
                                 "cut off at that depth"};
inline constexpr load_part below{"below", "depth#", "so many items lie below those of the owner"};
inline constexpr load_part capacity{"capacity", "c#", "the queue's capacity (1024 where the load names none)"};
inline constexpr load_part think{"think", "think#", "so many nanoseconds of other work after each item"};
inline constexpr load_part batch{"batch", "batch#", "so many items with a call"};
inline constexpr load_part burst{"burst", "burst#", "the owner pushes so many in a row"};
inline constexpr load_part item_bytes{"item_bytes", "#B", "items of so many bytes instead of 8"};
inline constexpr load_part items{"items", "#items", "so many items inside"};
inline constexpr load_part tasks{"tasks", "#tasks", "so many tasks queued"};
inline constexpr load_part children{"children", "#", "so many children at a time"};
inline constexpr load_part size{"size", "n#",
                                "the size of the problem: the argument of fib, the queens, the rows of a "
                                "matrix"};
inline constexpr load_part power{"power", "#e#", "a power: 10e5 is 100,000 leaves, 2e18 is 262,144 keys"};
inline constexpr load_part grid{"grid", "#x#", "a grid of so many blocks"};
inline constexpr load_part tree{"tree", "T#", "one of the published trees of the UTS benchmark"};
inline constexpr load_part work{"work", "#ns", "tasks that work for so many nanoseconds"};
inline constexpr load_part gap{"gap", "gap#us", "a pause of so many microseconds before each task"};
inline constexpr load_part offered{"offered", "load#", "so many percent of the workers' time is asked for"};

// The graphs of Task Bench.
inline constexpr load_part trivial{"graph", "trivial", "no task waits for another"};
inline constexpr load_part stencil_1d{"graph", "stencil_1d",
                                      "a task waits for itself and its two neighbours, a step ago"};
inline constexpr load_part fft{"graph", "fft",
                               "a task waits for those that the butterflies of a Fourier transform join"};
inline constexpr load_part doubling{"graph", "tree", "each step has twice the tasks of the step before"};
inline constexpr load_part random_nearest{"graph", "random_nearest",
                                          "a task waits for some of its five nearest, a step "
                                          "ago"};

// The operations of a queue with task slots, of which one is timed.
inline constexpr load_part push{"operation", "push", "pushes are timed"};
inline constexpr load_part pop{"operation", "pop", "pops are timed"};
inline constexpr load_part allocate{"operation", "allocate", "the search of a free slot is timed"};
inline constexpr load_part free{"operation", "free", "the return of a slot is timed"};
inline constexpr load_part count{"operation", "size", "the question for the size is timed"};

template <class Visitor>
void for_each_part(Visitor visit) {
  for (const load_part* part :
       {&team,  &threads,  &workers,        &submitters, &inside, &depth,    &below,    &capacity,
        &think, &batch,    &burst,          &item_bytes, &items,  &tasks,    &children, &size,
        &power, &grid,     &tree,           &work,       &gap,    &offered,  &trivial,  &stencil_1d,
        &fft,   &doubling, &random_nearest, &push,       &pop,    &allocate, &free,     &count}) {
    visit(*part);
  }
}

}  // namespace load
}  // namespace schedlab
