// SPDX-License-Identifier: Apache-2.0
// A bearer token that another process renews: the kubelet rewrites a service account's token before it expires.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace kube {

class TokenFile {
 public:
  using Clock = std::chrono::steady_clock;

  explicit TokenFile(std::string path) : m_path(std::move(path)) {}

  // Returns the file's content without surrounding blanks and reads it at most every 50 seconds. If the file becomes
  // unreadable, the last token stays valid. Throws util::Error if there never was one.
  const std::string& token(Clock::time_point now);
  // Makes the next call read the file.
  void forget() { m_fresh_until.reset(); }

 private:
  std::string m_path;
  std::string m_token;
  std::optional<Clock::time_point> m_fresh_until;
};

// Content of a token file. Throws util::Error ("open P: no such file or directory", "read empty token from file "P"").
std::string read_token_file(const std::string& path);

} // namespace kube
