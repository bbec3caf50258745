// SPDX-License-Identifier: Apache-2.0
// Runs a program some times and prints its wall time and memory. A child begins with its parent's memory, so this
// process is small enough not to count. (A Python script is not: 18 MB.)
//
//   measure RUNS PROGRAM [ARGUMENT...]     {"seconds": [...], "kilobytes": N, "status": N}
//
// The program's output goes to /dev/null, its errors to standard error. `status` is the last run's exit status; a
// status other than 0 or 1 ends the measurement.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

int main(int count, char** arguments) {
  const int runs = count > 2 ? std::atoi(arguments[1]) : 0;
  if (runs < 1) {
    std::fputs("usage: measure RUNS PROGRAM [ARGUMENT...]\n", stderr);
    return 2;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  long kilobytes = 0;
  int status = 0;
  std::fputs("{\"seconds\": [", stdout);
  for (int run = 0; run < runs && status <= 1; ++run) {
    const auto start = std::chrono::steady_clock::now();
    pid_t child = 0;
    if (posix_spawnp(&child, arguments[2], &actions, nullptr, arguments + 2, environ) != 0) {
      std::perror(arguments[2]);
      return 2;
    }
    int ended = 0;
    rusage used = {};
    wait4(child, &ended, 0, &used);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (used.ru_maxrss > kilobytes) { kilobytes = used.ru_maxrss; }
    status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    std::printf("%s%.6f", run == 0 ? "" : ", ", took.count());
  }
  std::printf("], \"kilobytes\": %ld, \"status\": %d}\n", kilobytes, status);
  return 0;
}
