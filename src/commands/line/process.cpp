// SPDX-License-Identifier: Apache-2.0
// POSIX: signals, the terminal's width, write(2).
#include "commands/line/process.hpp"

#include "util/unfinished_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace commands {

namespace {

volatile std::sig_atomic_t held_signal = 0;
bool stderr_is_terminal = false; // when the handlers were installed

// Ends the line after the terminal's "^C", or after a question or progress line.
void end_terminal_line() {
  if (stderr_is_terminal) { (void)!write(STDERR_FILENO, "\n", 1); }
}

extern "C" void end_by_signal(int number) {
  end_terminal_line();
  util::remove_unfinished_file();
  _exit(128 + number);
}

extern "C" void hold_signal(int number) {
  if (held_signal != 0) { end_by_signal(number); }
  end_terminal_line();
  held_signal = number;
}

// Exits with its own status instead of dying by the signal: for process 1 of a container the kernel ignores the default
// action. A signal that the parent set to be ignored (nohup, a background job) stays ignored.
void handle(int number, void (*handler)(int)) {
  struct sigaction current = {};
  if (sigaction(number, nullptr, &current) == 0 && current.sa_handler == SIG_IGN) { return; }
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(number, &action, nullptr);
}

// Lets the program complete what it has begun.
void hold_signals() {
  handle(SIGINT, hold_signal);
  handle(SIGTERM, hold_signal);
}

std::map<std::string, std::string, std::less<>> read_environment() {
  std::map<std::string, std::string, std::less<>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) { variables.emplace(text.substr(0, equals), text.substr(equals + 1)); }
  }
  return variables;
}

int terminal_columns() {
  struct winsize size = {};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) { return 80; }
  return size.ws_col;
}

model::Time clock_time() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count()};
}

// Standard output may be a non-blocking pipe: write(2) then fails with EAGAIN instead of waiting.
bool wait_until_writable() {
  struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, -1) >= 0 || errno == EINTR;
}

} // namespace

void install_signal_handlers() {
  stderr_is_terminal = isatty(STDERR_FILENO) != 0;
  handle(SIGINT, end_by_signal);
  handle(SIGTERM, end_by_signal);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN); // a file that reaches `ulimit -f` is like a full disk: write(2) reports it
}

Session process_session(std::ostream& out, std::ostream& err, std::string_view argv0) {
  Session session = {.out = out, .err = err};
  session.program = program_name(argv0);
  session.environment = read_environment();
  session.stdout_tty = isatty(STDOUT_FILENO) != 0;
  session.stderr_tty = isatty(STDERR_FILENO) != 0;
  session.columns = terminal_columns();
  session.clock = clock_time;
  if (isatty(STDIN_FILENO) != 0) { session.in = &std::cin; }
  session.hold_signals = hold_signals;
  session.signal = [] { return static_cast<int>(held_signal); };
  return session;
}

int StandardOutput::sync() {
  const std::string text = std::move(*this).str();
  std::string_view left = text;
  while (!left.empty() && !m_closed && m_failure.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      m_closed = true;
    } else if (errno != EINTR && !(errno == EAGAIN && wait_until_writable())) {
      m_failure = std::strerror(errno);
    }
  }
  return m_failure.empty() ? 0 : -1;
}

} // namespace commands
