// `schedlab list words`: what the names of workloads, loads and policies mean.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/cells/load.hpp"
#include "harness/cells/workload_words.hpp"
#include "harness/cli/list/list_tools.hpp"
#include "harness/cli/list/listings.hpp"
#include "schedulers/policies.hpp"

namespace schedlab {
namespace {

using json = nlohmann::ordered_json;

struct word_entry {
  std::string kind;  // workload, load, or the kind of a policy
  std::string name;
  json fields;  // what JSON says of it
};

std::vector<word_entry> all_words() {
  std::vector<word_entry> words;
  for (const workload_words& w : workloads_in_words) {
    words.push_back({"workload", w.name, {{"name", w.name}, {"item", w.item}, {"about", w.about}}});
  }
  load::for_each_part([&](const load_part& part) {
    words.push_back({"load", part.form, {{"name", part.name}, {"form", part.form}, {"about", part.about}}});
  });
  const auto add_policies = [&](const char* kind, const auto& policies) {
    for (const auto& policy : policies) {
      words.push_back({kind, policy.name(), {{"name", policy.name()}, {"about", policy.about}}});
    }
  };
  add_policies("victim", victim_policies);
  add_policies("amount", amount_policies);
  add_policies("idle", idle_policies);
  return words;
}

void print_as_table(const std::vector<word_entry>& words) {
  std::vector<table_row> rows = {{"KIND", "NAME", "MEANS"}};
  for (const word_entry& word : words) rows.push_back({word.kind, word.name, word.fields.at("about")});
  print_table(rows);
  print_sentence("Loads are made of parts, with a dot between them; # stands for a number: 2p2c.think1000.");
}

void print_as_json(const std::vector<word_entry>& words) {
  json by_kind = json::object();
  for (const word_entry& word : words) by_kind[word.kind].push_back(word.fields);
  print_json(by_kind);
}

}  // namespace

outcome list_words(cell_registry&, const list_call& asked) {
  std::vector<word_entry> words = all_words();
  if (auto left = narrow(
          words, [](const word_entry& word) { return word.name; }, asked.filter);
      !left)
    return left;
  asked.json ? print_as_json(words) : print_as_table(words);
  return done{};
}

}  // namespace schedlab
