// The traits of a design in the words that results and lists use; they are the words of the source.
#pragma once

#include "queues/queue_traits.hpp"

namespace schedlab {

constexpr const char* word(design_kind kind) {
  switch (kind) {
    case design_kind::own:
      return "own";
    case design_kind::peer:
      return "peer";
    case design_kind::yardstick:
      return "yardstick";
  }
  return "?";
}

constexpr const char* word(multiplicity count) {
  switch (count) {
    case multiplicity::same_thread:
      return "same_thread";
    case multiplicity::one:
      return "one";
    case multiplicity::many:
      return "many";
  }
  return "?";
}

constexpr const char* word(item_order order) {
  switch (order) {
    case item_order::fifo:
      return "fifo";
    case item_order::producer_fifo:
      return "producer_fifo";
    case item_order::deque:
      return "deque";
    case item_order::highest_first:
      return "highest_first";
    case item_order::lowest_first:
      return "lowest_first";
    case item_order::none:
      return "none";
  }
  return "?";
}

constexpr const char* word(progress_guarantee progress) {
  switch (progress) {
    case progress_guarantee::blocking:
      return "blocking";
    case progress_guarantee::lock_free:
      return "lock_free";
    case progress_guarantee::wait_free:
      return "wait_free";
  }
  return "?";
}

constexpr const char* word(try_strength strength) { return strength == try_strength::weak ? "weak" : "strong"; }

constexpr const char* word(item_kind item) {
  switch (item) {
    case item_kind::movable:
      return "movable";
    case item_kind::copied:
      return "copied";
    case item_kind::word:
      return "word";
    case item_kind::index:
      return "index";
  }
  return "?";
}

}  // namespace schedlab
