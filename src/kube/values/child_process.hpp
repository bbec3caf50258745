// SPDX-License-Identifier: Apache-2.0
// Runs a program without a shell, waits for it and reads its standard output and, if asked, its standard error.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kube {

struct ChildOptions {
  // The program keeps our standard input and stays in our process group, so that it can use the terminal. Otherwise it
  // reads nothing and leads a group of its own, which is stopped as a whole.
  bool interactive = false;
  std::optional<std::chrono::milliseconds> time_limit;
  std::size_t most_output = 0; // bytes
  std::size_t kept_errors = 0; // bytes of standard error, of its end; 0: the program has ours, and may use the terminal
};

struct ChildResult {
  enum class End {
    Exited,      // code: its status
    Signalled,   // code: the signal
    NotStarted,  // code: errno
    TimedOut,    // it was stopped
    TooMuch,     // it wrote more than most_output and was stopped
    Interrupted, // this process got SIGINT, SIGTERM, SIGHUP or SIGQUIT, and stopped it
  };
  End end = End::Exited;
  int code = 0;
  std::string output; // empty if the program was stopped
  std::string errors; // see ChildOptions::kept_errors
};

// `arguments` begins with the program's name; `environment` contains NAME=value. If a signal asks this process to end,
// run_child stops the program before the signal is delivered, so nothing of it stays behind. This works for signals to
// the calling thread; other threads should block them.
ChildResult run_child(const std::string& path, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment, const ChildOptions& options);

} // namespace kube
