// The random numbers of UTS, its published trees, and the searches of them.
#include "queues/tests/catch.hpp"
#include "workloads/pool/uts/uts.hpp"
#include "workloads/pool/uts/uts_joined.hpp"
#include "workloads/tests/pool_fakes.hpp"

using namespace schedlab;

// FIPS 180's example: the message "abc".
TEST_CASE("SHA-1 of one block") {
  CHECK(sha1_of_block({0x61626380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24}) ==
        sha1_hash{0xA9993E36, 0x4706816A, 0xBA3E2571, 0x7850C26C, 0x9CD0D89D});
}

TEST_CASE("a UTS tree cut off, or with fewer branches, is part of the whole") {
  CHECK(uts_tree::t1_to_depth(0).size() == uts_size{1, 1, 0});
  const uts_size six = uts_tree::t1_to_depth(6).size();
  const uts_size seven = uts_tree::t1_to_depth(7).size();
  CHECK(six.depth == 6);
  CHECK(seven.depth == 7);
  CHECK(six.nodes < seven.nodes);
  CHECK(seven.nodes < uts_tree::t1().size().nodes / 10);
  const uts_size thin = uts_tree::t3_with_branches(200).size();
  CHECK(thin.nodes % 8 == 201 % 8);  // the root, its children, and eights
  CHECK(thin.leaves < thin.nodes);
}

TEST_CASE("the published trees T1 and T3 have their published sizes", "[stress]") {
  CHECK(uts_tree::t1().search() == uts_size{4130071, 3305118, 10});
  CHECK(uts_tree::t3().search() == uts_size{4112897, 3599034, 1572});
  CHECK(uts_tree::t1().size() == uts_tree::t1().search());
  CHECK(uts_tree::t3().size() == uts_tree::t3().search());
}

TEST_CASE("both searches visit all of T1 and T3", "[stress]") {
  using s = serial_scheduler<>;
  s scheduler;
  for (const uts_tree& tree : {uts_tree::t1(), uts_tree::t3()}) {
    uts<s> submitted(tree);
    CHECK(submitted.round(scheduler) == tree.size().nodes);
    CHECK_THAT(submitted.verify(), Catch::Matchers::Equals(""));
    uts_joined<s> joined(tree);
    CHECK(joined.round(scheduler) == tree.size().nodes);
    CHECK_THAT(joined.verify(), Catch::Matchers::Equals(""));
  }
}
