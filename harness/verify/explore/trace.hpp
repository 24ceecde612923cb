// A recorded execution, written for a reader. With every step: a line per step, with the thread, what it did, where in
// the source, and which earlier line it read from. Otherwise as few lines as tell the story: an operation that no other
// thread interrupted takes one line, and so do short steps of one thread that follow each other.
#pragma once

#include <string>
#include <vector>

#include "harness/lockstep/most_threads.hpp"
#include "harness/verify/machine/step.hpp"
#include "harness/verify/subjects/subject.hpp"

namespace schedlab::verify {

struct trace_line {
  unsigned number = 0;
  unsigned thread = 0;  // the outside is outside_thread
  std::string action;   // "load tail = 0"
  std::string place;    // "push, wpol_queue.hpp:62"
  bool afterwards = false;
  std::string note;  // "from line 3", "not the newest", "from its own store buffer"
};

std::vector<trace_line> trace_of(const std::vector<step>& steps, const field_list& fields, bool every_step);

// A table with a column per thread, indented by `indent` blanks. Where a line is too wide for the terminal, its place
// in the source stands below it.
std::string trace_table(const std::vector<trace_line>& lines, unsigned threads, unsigned indent,
                        std::size_t terminal_width);

// The same as a picture: a column per thread, an arrow from each store to a load in another column that read it.
std::string trace_svg(const std::vector<trace_line>& lines, unsigned threads, const std::string& title);

}  // namespace schedlab::verify
