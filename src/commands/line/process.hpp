// SPDX-License-Identifier: Apache-2.0
// The real process around a session: signals, terminal, standard output.
#pragma once

#include "commands/line/session.hpp"

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

namespace commands {

// SIGINT and SIGTERM end the process with 130 and 143; a closed pipe becomes a write error.
void install_signal_handlers();

// A session with this process's environment, terminal and clock.
Session process_session(std::ostream& out, std::ostream& err, std::string_view argv0);

// Collects the output and writes it to standard output when the stream is flushed.
class StandardOutput : public std::stringbuf {
 public:
  // The reason of a failed write; empty without one. A closed pipe is no error: head(1) has read enough.
  const std::string& failure() const { return m_failure; }

 protected:
  int sync() override;

 private:
  std::string m_failure;
  bool m_closed = false;
};

} // namespace commands
