#include "harness/cli/verify/replay.hpp"

#include <fmt/format.h>

#include "harness/base/tell.hpp"
#include "harness/base/text_table.hpp"
#include "harness/base/typed.hpp"
#include "harness/cli/verify/drawing.hpp"
#include "harness/verify/report/replay_text.hpp"
#include "harness/verify/report/verify_json.hpp"

namespace schedlab::verify {

int replay(const verify_call& asked) {
  auto text = asked.replay;
  if (std::filesystem::exists(text)) {
    const auto read = read_file(text);
    if (!read) return complain(read.why());
    text = *read;
  }
  const auto wanted = parse_replay(text);
  if (!wanted) return complain(wanted.why());
  const counterexample shown = replayed(*wanted, /*every_step=*/true);
  if (!shown.fits) {
    return complain(
        {fmt::format("--replay: this trace is stale: {} has changed since, and its choices lead elsewhere now; "
                     "schedlab verify {} looks again",
                     shown.design, shown.design)});
  }
  if (!asked.svg.empty()) {
    if (auto drawn = draw(asked.svg, shown); !drawn) return complain(drawn.why());
  }
  fmt::print("{}", asked.json ? json_of(shown) : as_typed(text_of(shown, output_width())));
  return shown.found.kind == violation_kind::none ? exit_done : exit_check_failed;
}

}  // namespace schedlab::verify
