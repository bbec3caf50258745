// SPDX-License-Identifier: Apache-2.0
// Input of bind.
#pragma once

#include "commands/flags/selection_flags.hpp"
#include "commands/reading/request.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace commands {

struct BindInput {
  Request request;
  Selection selection;
  std::string scheduler_name;
  model::BindMode mode = model::BindMode::Preview;
  bool may_ask = false; // a preview on a terminal ends with a question
  bool with_pods = false, force_scheduler = false, update_status = false, resume = false;
  std::string lease_namespace;
  std::chrono::seconds lease_wait{0};
  std::optional<std::string> journal; // path, as given
};

} // namespace commands
