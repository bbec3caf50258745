// SPDX-License-Identifier: Apache-2.0
#include "engine/scheduler_version.hpp"

#include <charconv>

namespace engine {

SchedulerVersion SchedulerVersion::parse(std::string_view text) {
  if (text.starts_with('v')) { text.remove_prefix(1); }
  if (!text.starts_with("1.")) { return {}; }
  text.remove_prefix(2);
  SchedulerVersion version{0, 0};
  const char* const end = text.data() + text.size();
  const auto minor = std::from_chars(text.data(), end, version.minor);
  if (minor.ec != std::errc() || version.minor < 0) { return {}; }
  // Without a patch number, assume the newest patch of the minor version.
  version.patch = 99;
  if (minor.ptr != end && *minor.ptr == '.') { std::from_chars(minor.ptr + 1, end, version.patch); }
  return version;
}

} // namespace engine
