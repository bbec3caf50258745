// SPDX-License-Identifier: Apache-2.0
// Warning headers (RFC 7234, section 5.5): the API server reports deprecations in them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kube {

using WarningSink = std::function<void(std::string_view text)>; // safe for a terminal

// Texts of code 299 in one header's value, which may contain several. Stops at a malformed one, because it cannot find
// the start of the next (apimachinery, ParseWarningHeaders).
std::vector<std::string> warning_texts(std::string_view header);

// Passes each distinct text on once.
class Warnings {
 public:
  explicit Warnings(WarningSink sink) : m_sink(std::move(sink)) {}
  void take(std::string_view header);
  std::size_t count() const { return m_seen.size(); } // distinct ones, for --warnings-as-errors

 private:
  WarningSink m_sink;
  std::set<std::string> m_seen;
};

} // namespace kube
