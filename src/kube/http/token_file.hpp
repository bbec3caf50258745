// SPDX-License-Identifier: Apache-2.0
// A bearer token that somebody else renews: the kubelet writes a service account's anew before it expires.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace kube {

class TokenFile {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TokenFile(std::string path) : m_path(std::move(path)) {}

  // The file's content without blanks around it, read at most every 50 seconds. A file that can no longer be read
  // leaves the last token in place. Throws util::Error where there never was one.
  const std::string& token(Clock::time_point now);
  // Reads the file at the next call.
  void forget() { m_fresh_until.reset(); }

 private:
  std::string m_path;
  std::string m_token;
  std::optional<Clock::time_point> m_fresh_until;
};

// What such a file holds. Throws util::Error ("open P: no such file or directory", "read empty token from file "P"").
std::string read_token_file(const std::string& path);

} // namespace kube
