// The possible outcomes of a litmus test, found by axioms instead of by running it: every way to say which store each
// load reads and in which order each variable's stores lie (a candidate execution), kept if the relations between its
// events fulfil the model's axioms. This is slow, and only for programs of a dozen events; but a memory model is a page
// here, and has no idea in common with the machine that it judges.
//
//   sc, tso   J. Alglave, L. Maranget, M. Tautschnig, "Herding cats: modelling, simulation, testing, and data mining for
//             weak memory", TOPLAS 2014, figures 21 and 22
//   cpp20     ISO C++20 [intro.races] and [atomics.order], in the relational form of O. Lahav et al., "Repairing
//             sequential consistency in C/C++11", PLDI 2017 (RC11), from which two things differ: a release sequence is
//             continued by read-modify-writes alone, and seq_cst operations must follow the whole of
//             coherence-ordered-before (RC11 leaves out its steps through a read)
//   machine   the part of cpp20 that a machine can produce which performs a program's instructions one after the other
//             and whose seq_cst operations are in order when they are performed: program order, reads-from and that
//             order have no cycle. The tests count what it cannot show.
#pragma once

#include "harness/verify/explore/tests/litmus_program.hpp"

namespace schedlab::verify {

enum class axioms : std::uint8_t { sc, tso, machine, cpp20 };

outcomes allowed(const litmus_program& program, axioms by);

}  // namespace schedlab::verify
