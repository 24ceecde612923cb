// A check() that fails calls a hook. A signal is handled on a stack of its own, because the explored fiber's stack may
// be the cause. The handler leaves as every refutation does, by handing over to the caller's fiber; so signals must not
// stay blocked.
#include "harness/verify/machine/crash_guard.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>

#include "harness/verify/machine/machine.hpp"
#include "queues/memory/check.hpp"

namespace schedlab::verify {
namespace {

#if defined(SCHEDLAB_HANDLERS_MUST_RETURN)
constexpr std::array<int, 0> signals{};
#else
constexpr std::array signals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
#endif
std::array<struct sigaction, signals.size()> before{};

// Whether this operating system thread has a guard.
thread_local bool is_guarded = false;

[[noreturn]] void told_of_a_stop(const char* type, const char* what, std::uint64_t value) {
  machine::here().refute(violation_kind::crash,
                         fmt::format("{} stops the program: the {} {} is not allowed", type, what, value));
}

// A signal outside of an exploration goes to the handler that was installed before.
void at_signal(int number, siginfo_t* info, void* context) {
  if (is_guarded) {
    machine::here().refute(violation_kind::crash,
                           fmt::format("the program is stopped by signal {} ({})", number, strsignal(number)));
  }
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (signals[i] != number) continue;
    if ((before[i].sa_flags & SA_SIGINFO) != 0) return before[i].sa_sigaction(number, info, context);
    if (before[i].sa_handler != SIG_DFL && before[i].sa_handler != SIG_IGN) return before[i].sa_handler(number);
    sigaction(number, &before[i], nullptr);  // the signal comes again and stops the program
  }
}

// How many guards live at the same time, in all threads: signal handlers belong to the process.
std::mutex counting;
unsigned guards = 0;

void begin_to_handle() {
  const std::lock_guard held(counting);
  if (guards++ > 0) return;
  struct sigaction ours {};
  ours.sa_sigaction = at_signal;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&ours.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &ours, &before[i]);
}

void cease_to_handle() {
  const std::lock_guard held(counting);
  if (--guards > 0) return;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
}

// A stack for signal handlers, which exists as long as the thread.
class handler_stack {
 public:
  handler_stack() {
    stack_t ours{};
    ours.ss_sp = bytes_.data();
    ours.ss_size = bytes_.size();
    sigaltstack(&ours, nullptr);
  }
  handler_stack(const handler_stack&) = delete;
  handler_stack& operator=(const handler_stack&) = delete;
  ~handler_stack() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }

 private:
  std::array<std::byte, std::size_t{64} * 1024> bytes_;
};

}  // namespace

crash_guard::crash_guard() : is_outermost_(!is_guarded) {
  if (!is_outermost_) return;
  static thread_local handler_stack of_this_thread;
  begin_to_handle();
  is_guarded = true;
  told_of_stops = told_of_a_stop;
}

crash_guard::~crash_guard() {
  if (!is_outermost_) return;
  is_guarded = false;
  told_of_stops = nullptr;
  cease_to_handle();
}

}  // namespace schedlab::verify
