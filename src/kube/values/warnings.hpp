// SPDX-License-Identifier: Apache-2.0
// Warning headers (RFC 7234, section 5.5), by which the API server tells its users what is deprecated.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kube {

using WarningSink = std::function<void(std::string_view text)>; // safe for a terminal

// The texts of code 299 in one header's value, which may hold several. What is malformed ends the reading: there is no
// telling where the next one starts (apimachinery, ParseWarningHeaders).
std::vector<std::string> warning_texts(std::string_view header);

// Passes each text on once.
class Warnings {
 public:
  explicit Warnings(WarningSink sink) : m_sink(std::move(sink)) {}
  void take(std::string_view header);
  std::size_t count() const { return m_seen.size(); } // different ones, for --warnings-as-errors

 private:
  WarningSink m_sink;
  std::set<std::string> m_seen;
};

} // namespace kube
