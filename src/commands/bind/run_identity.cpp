// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/run_identity.hpp"

#include "util/concat.hpp"
#include "util/random_bits.hpp"

#include <array>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace commands {

namespace {

constexpr std::size_t k_longest_part = 40; // an Event's reportingInstance has at most 128 characters

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
  return util::concat(user.substr(0, k_longest_part), '@', host_name(), '_',
                      fmt::format("{:016x}", util::random_bits()));
}

} // namespace commands
