// SPDX-License-Identifier: Apache-2.0
#include "kube/values/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace kube {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_tick{25};   // interval of checks for a signal, the time and the program's end
constexpr milliseconds k_grace{500}; // between SIGTERM and SIGKILL
constexpr std::array k_ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Blocks the signals that would end this process until the program has been stopped. An ignored signal stays ignored
// (nohup).
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&m_held);
    for (const int number : k_ending_signals) {
      struct sigaction action = {};
      if (sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) { sigaddset(&m_held, number); }
    }
    pthread_sigmask(SIG_BLOCK, &m_held, &m_before);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); } // delivers pending signals

  bool any_pending() const {
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    return std::any_of(k_ending_signals.begin(), k_ending_signals.end(), [&](int number) {
      return sigismember(&m_held, number) == 1 && sigismember(&pending, number) == 1;
    });
  }
  const sigset_t& mask_before() const { return m_before; }

 private:
  sigset_t m_held{};
  sigset_t m_before{};
};

class Pipe {
 public:
  Pipe() { m_made = ::pipe2(m_ends.data(), O_CLOEXEC) == 0; }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  bool made() const { return m_made; }
  int read_end() const { return m_ends[0]; }
  int write_end() const { return m_ends[1]; }
  void close_write_end() { close_end(1); }

 private:
  void close_end(std::size_t which) {
    if (m_ends[which] >= 0) { ::close(m_ends[which]); }
    m_ends[which] = -1;
  }

  std::array<int, 2> m_ends{-1, -1};
  bool m_made = false;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) { result.push_back(const_cast<char*>(text.c_str())); }
  result.push_back(nullptr);
  return result;
}

// The program does not inherit ignored signals, and it starts with the mask that we had.
void set_attributes(posix_spawnattr_t& attributes, const ChildOptions& options, const sigset_t& mask) {
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int group = options.interactive ? 0 : POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group));
}

// Returns 0, or errno.
int spawn(pid_t& process, const std::string& path, const std::vector<std::string>& arguments,
          const std::vector<std::string>& environment, const ChildOptions& options, int output, const sigset_t& mask) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  set_attributes(attributes, options, mask);
  if (!options.interactive) { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0); }
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const int error = ::posix_spawn(&process, path.c_str(), &actions, &attributes, pointers(arguments).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

class Child {
 public:
  Child(pid_t process, int output, const ChildOptions& options)
      : m_process(process), m_output(output), m_options(options) {
    ::fcntl(output, F_SETFL, O_NONBLOCK);
  }

  ChildResult wait(const HeldSignals& signals) {
    const Clock::time_point start = Clock::now();
    while (true) {
      const bool ended = has_ended(); // before reading: its output is then complete
      read_output();
      if (m_result.output.size() > m_options.most_output) { return stop(ChildResult::End::TooMuch); }
      if (ended) { return result_of_status(); }
      if (signals.any_pending()) { return stop(ChildResult::End::Interrupted); }
      if (m_options.time_limit && Clock::now() - start >= *m_options.time_limit) {
        return stop(ChildResult::End::TimedOut);
      }
      wait_for_output();
    }
  }

 private:
  bool has_ended() {
    const pid_t found = ::waitpid(m_process, &m_status, WNOHANG);
    return found == m_process || (found < 0 && errno != EINTR);
  }

  // Reads the available output. A program that it left in the background may keep the pipe open; does not wait for it.
  void read_output() {
    std::array<char, 16384> buffer{};
    while (m_open && m_result.output.size() <= m_options.most_output) {
      const ssize_t got = ::read(m_output, buffer.data(), buffer.size());
      if (got > 0) { m_result.output.append(buffer.data(), static_cast<std::size_t>(got)); }
      if (got < 0 && errno == EINTR) { continue; }
      if (got == 0 || (got < 0 && errno != EAGAIN)) { m_open = false; }
      if (got <= 0) { return; }
    }
  }

  void wait_for_output() const {
    struct pollfd output = {m_open ? m_output : -1, POLLIN, 0};
    constexpr int k_until_exit = 2; // it has closed its output and will end in a moment
    (void)::poll(&output, 1, m_open ? static_cast<int>(k_tick.count()) : k_until_exit);
  }

  ChildResult stop(ChildResult::End end) {
    const pid_t target = m_options.interactive ? m_process : -m_process;
    ::kill(target, SIGTERM);
    const Clock::time_point start = Clock::now();
    bool ended = false;
    while (!ended && Clock::now() - start < k_grace) {
      ended = has_ended();
      if (!ended) { (void)::poll(nullptr, 0, static_cast<int>(k_tick.count())); }
    }
    if (!m_options.interactive || !ended) { ::kill(target, SIGKILL); } // also the rest of its group
    while (!ended && ::waitpid(m_process, &m_status, 0) < 0 && errno == EINTR) {}
    m_result.end = end;
    m_result.output.clear();
    return std::move(m_result);
  }

  ChildResult result_of_status() {
    const bool signalled = WIFSIGNALED(m_status);
    m_result.end = signalled ? ChildResult::End::Signalled : ChildResult::End::Exited;
    m_result.code = signalled ? WTERMSIG(m_status) : WEXITSTATUS(m_status);
    return std::move(m_result);
  }

  pid_t m_process;
  int m_output;
  const ChildOptions& m_options;
  int m_status = 0;
  bool m_open = true; // its output
  ChildResult m_result;
};

} // namespace

ChildResult run_child(const std::string& path, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment, const ChildOptions& options) {
  const HeldSignals signals;
  Pipe output;
  if (!output.made()) { return {ChildResult::End::NotStarted, errno, {}}; }
  pid_t process = 0;
  const int error = spawn(process, path, arguments, environment, options, output.write_end(), signals.mask_before());
  if (error != 0) { return {ChildResult::End::NotStarted, error, {}}; }
  output.close_write_end();
  return Child(process, output.read_end(), options).wait(signals);
}

} // namespace kube
