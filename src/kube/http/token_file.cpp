// SPDX-License-Identifier: Apache-2.0
#include "kube/http/token_file.hpp"

#include "kube/values/file.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <string_view>

namespace kube {

namespace {

// client-go transport/token_source.go: a minute, minus a leeway of ten seconds.
constexpr std::chrono::seconds k_fresh{50};

} // namespace

const std::string& TokenFile::token(Clock::time_point now) {
  if (m_fresh_until && now < *m_fresh_until) { return m_token; }
  try {
    m_token = read_token_file(m_path);
    m_fresh_until = now + k_fresh;
  } catch (const util::Error&) {
    if (m_token.empty()) { throw; }
  }
  return m_token;
}

std::string read_token_file(const std::string& path) {
  const std::string text = read_credential_file(path);
  const std::string_view token = util::trimmed(text);
  if (token.empty()) { throw util::Error(util::concat("read empty token from file \"", path, '"')); }
  return std::string(token);
}

} // namespace kube
