// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/run_identity.hpp"

#include "util/concat.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <random>
#include <string_view>
#include <unistd.h>

namespace commands {

namespace {

constexpr std::size_t k_longest_part = 40; // an Event's reportingInstance holds 128 characters

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) { return "unknown"; }
  return std::string(name.data()).substr(0, k_longest_part);
}

} // namespace

std::string run_identity(const Session& session) {
  std::string_view user = session.variable("USER");
  if (user.empty()) { user = session.variable("LOGNAME"); }
  if (user.empty()) { user = "bind"; }
  std::random_device random;
  const std::uint64_t number = (static_cast<std::uint64_t>(random()) << 32U) | random();
  return util::concat(user.substr(0, k_longest_part), '@', host_name(), '_', fmt::format("{:016x}", number));
}

} // namespace commands
