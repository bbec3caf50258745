// SPDX-License-Identifier: Apache-2.0
// Runs a program, waits for it and takes what it writes to standard output. No shell is involved.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kube {

struct ChildOptions {
  // Keeps our standard input and stays in our process group, so that a terminal talks to it. Otherwise it reads
  // nothing and leads a group of its own, which is ended as a whole.
  bool interactive = false;
  std::optional<std::chrono::milliseconds> time_limit;
  std::size_t most_output = 0; // bytes
};

struct ChildResult {
  enum class End {
    Exited,      // code: its status
    Signalled,   // code: the signal
    NotStarted,  // code: errno
    TimedOut,    // it was stopped
    TooMuch,     // it wrote more than most_output and was stopped
    Interrupted, // we were asked to end (SIGINT, SIGTERM, SIGHUP, SIGQUIT), and it was stopped
  };
  End end = End::Exited;
  int code = 0;
  std::string output;
};

// `arguments` begins with the program's name; `environment` holds NAME=value. Standard error is ours. When a signal
// asks us to end, the program is stopped before the signal is delivered: nothing of it is left behind. That holds for
// signals that the calling thread gets; threads that run at the same time should have them blocked.
ChildResult run_child(const std::string& path, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& environment, const ChildOptions& options);

} // namespace kube
