// SPDX-License-Identifier: Apache-2.0
// Format of the answer (-o, --no-headers) and of the messages (--color, -q, -v).
#pragma once

#include "commands/line/flag_group.hpp"
#include "commands/line/session.hpp"
#include "report/write.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commands {

struct OutputFlags {
  model::ReportKind kind = model::ReportKind::Explanation; // decides which formats exist
  std::string format;
  std::string sort_by;
  bool no_headers = false;
};

// Every command takes these.
struct MessageFlags {
  std::string color = "auto";
  bool quiet = false;
  std::optional<std::int32_t> verbosity;
};

const std::vector<std::string_view>& known_colors();

void add_flags(CLI::App& app, OutputFlags& flags, model::ReportKind kind);
void add_flags(CLI::App& app, MessageFlags& flags);

struct Output {
  report::Format format = report::Format::Text;
  report::Style style;
  std::string sort_by; // a path; empty: the report's own order
  bool for_people() const { return format == report::Format::Text || format == report::Format::Wide; }
};

// Throws UsageError if -o names no format.
Output resolve(const OutputFlags& flags, const MessageFlags& messages, const Session& session);

// Rules for messages on session.err.
struct Messages {
  bool quiet = false; // errors only
  bool all = false;   // -v 1: every warning, not only the first ones
  int verbosity = 0;  // -v N, kubectl's levels: 6 logs each request
  bool color = false;
};

Messages resolve(const MessageFlags& flags, const Session& session);

} // namespace commands
