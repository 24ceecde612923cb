// Loads are made of parts, and read by them again.
#include "harness/cells/load.hpp"

#include <set>
#include <string>

#include "harness/cells/cell.hpp"
#include "queues/tests/catch.hpp"

using namespace schedlab;

TEST_CASE("parts put their numbers where the form has them, and are joined by dots") {
  CHECK(load::team(2, 1).text() == "2p1c");
  CHECK((load::workers(2) + load::tree(1) + load::depth(7)).text() == "w2.T1.d7");
  CHECK((load::threads(1) + load::item_bytes(64)).text() == "1t.64B");
  CHECK(load::power(10, 5).text() == "10e5");
  CHECK(load::inside().text() == "inside");
}

TEST_CASE("the first number of a part is read from a load") {
  CHECK(load::capacity.number_in("1p1c.c256") == 256);
  CHECK(load::team.number_in("16p4c.c256") == 16);
  CHECK(load::gap.number_in("w2.gap1000us") == 1000);
  CHECK(load::children.number_in("w1.1000") == 1000);
  CHECK_FALSE(load::capacity.number_in("1p1c"));
  CHECK_FALSE(load::capacity.number_in(""));
  CHECK_FALSE(load::threads.number_in("2p2c"));
  CHECK_FALSE(load::children.number_in("w1.1000x"));
  CHECK_FALSE(load::children.number_in("w1.99999999999999999999"));
}

TEST_CASE("a load's text has one meaning") {
  std::set<std::string> forms;
  load::for_each_part([&](const load_part& part) { CHECK(forms.insert(part.form).second); });
  CHECK(forms.size() > 20);
}
