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

struct Ends {
  int output = -1, errors = -1; // -1: the program has our standard error
};

// Returns 0, or errno.
int spawn(pid_t& process, const std::string& path, const std::vector<std::string>& arguments,
          const std::vector<std::string>& environment, const ChildOptions& options, Ends to, const sigset_t& mask) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  set_attributes(attributes, options, mask);
  if (!options.interactive) { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0); }
  posix_spawn_file_actions_adddup2(&actions, to.output, STDOUT_FILENO);
  if (to.errors >= 0) { posix_spawn_file_actions_adddup2(&actions, to.errors, STDERR_FILENO); }
  const int error = ::posix_spawn(&process, path.c_str(), &actions, &attributes, pointers(arguments).data(),
                                  pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

// The text that the program writes into a pipe. A program that it left in the background may keep the pipe open;
// nothing here waits for that one.
class Stream {
 public:
  explicit Stream(int pipe) : m_pipe(pipe) {
    if (pipe >= 0) { ::fcntl(pipe, F_SETFL, O_NONBLOCK); }
  }

  int open_pipe() const { return m_pipe; } // -1: it ended
  std::string text() && { return std::move(m_text); }
  std::size_t size() const { return m_text.size(); }

  // Reads what is available, until there are more than `most` bytes.
  void read_until(std::size_t most) {
    while (m_pipe >= 0 && m_text.size() <= most && read_piece()) {}
  }

  // Reads what is available, but no more than a pipe holds at a time, and keeps the last `kept` bytes.
  void read_and_keep(std::size_t kept) {
    constexpr int k_pieces = 64;
    for (int piece = 0; piece < k_pieces && m_pipe >= 0 && read_piece(); ++piece) {
      if (m_text.size() > kept) { m_text.erase(0, m_text.size() - kept); }
    }
  }

 private:
  bool read_piece() {
    std::array<char, 16384> buffer{};
    const ssize_t got = ::read(m_pipe, buffer.data(), buffer.size());
    if (got > 0) { m_text.append(buffer.data(), static_cast<std::size_t>(got)); }
    if (got < 0 && errno == EINTR) { return true; }
    if (got == 0 || (got < 0 && errno != EAGAIN)) { m_pipe = -1; }
    return got > 0;
  }

  int m_pipe;
  std::string m_text;
};

class Child {
 public:
  Child(pid_t process, Ends from, const ChildOptions& options)
      : m_process(process), m_output(from.output), m_errors(from.errors), m_options(options) {}

  ChildResult wait(const HeldSignals& signals) {
    const Clock::time_point start = Clock::now();
    while (true) {
      const bool ended = has_ended(); // before reading: its output is then complete
      m_output.read_until(m_options.most_output);
      m_errors.read_and_keep(m_options.kept_errors);
      if (m_output.size() > m_options.most_output) { return stop(ChildResult::End::TooMuch); }
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

  void wait_for_output() const {
    std::array<struct pollfd, 2> pipes = {{{m_output.open_pipe(), POLLIN, 0}, {m_errors.open_pipe(), POLLIN, 0}}};
    constexpr int k_until_exit = 2; // it has closed its output and will end in a moment
    (void)::poll(pipes.data(), pipes.size(),
                 m_output.open_pipe() >= 0 ? static_cast<int>(k_tick.count()) : k_until_exit);
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
    return {end, 0, {}, std::move(m_errors).text()};
  }

  ChildResult result_of_status() {
    const bool signalled = WIFSIGNALED(m_status);
    return {signalled ? ChildResult::End::Signalled : ChildResult::End::Exited,
            signalled ? WTERMSIG(m_status) : WEXITSTATUS(m_status), std::move(m_output).text(),
            std::move(m_errors).text()};
  }

  pid_t m_process;
  Stream m_output, m_errors;
  const ChildOptions& m_options;
  int m_status = 0;
};

} // namespace

ChildResult run_child(const std::string& path, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment, const ChildOptions& options) {
  const HeldSignals signals;
  const bool reads_errors = options.kept_errors > 0;
  Pipe output, errors;
  if (!output.made() || !errors.made()) { return {ChildResult::End::NotStarted, errno, {}, {}}; }
  pid_t process = 0;
  const int error = spawn(process, path, arguments, environment, options,
                          {output.write_end(), reads_errors ? errors.write_end() : -1}, signals.mask_before());
  if (error != 0) { return {ChildResult::End::NotStarted, error, {}, {}}; }
  output.close_write_end();
  errors.close_write_end();
  return Child(process, {output.read_end(), reads_errors ? errors.read_end() : -1}, options).wait(signals);
}

} // namespace kube
