// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/audit_headers.hpp"

#include "util/concat.hpp"
#include "util/random_bits.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace commands {

namespace {

// Version 4. (RFC 9562, 5.4)
std::string random_uuid() {
  constexpr std::string_view k_digits = "0123456789abcdef";
  constexpr std::array<std::size_t, 4> k_hyphens = {8, 13, 18, 23};
  std::string uuid(36, '-');
  std::uint64_t bits = 0;
  std::size_t digit = 0;
  std::size_t next = 0;
  for (std::size_t at = 0; at < uuid.size(); ++at) {
    if (next < k_hyphens.size() && at == k_hyphens[next]) {
      ++next;
      continue;
    }
    bits = digit % 16 == 0 ? util::random_bits() : bits >> 4U;
    uuid[at] = k_digits[bits & 15U];
    ++digit;
  }
  uuid[14] = '4';
  uuid[19] = k_digits[8 + (util::random_bits() & 3U)];
  return uuid;
}

} // namespace

AuditHeaders audit_headers(const Session& session) {
  const std::string_view wanted = session.variable("KUBECTL_COMMAND_HEADERS");
  if (wanted == "false" || wanted == "0") { return {}; }
  const std::string_view blank = session.command.empty() ? "" : " ";
  return {util::concat("kubectl gang", blank, session.command), random_uuid()};
}

} // namespace commands
