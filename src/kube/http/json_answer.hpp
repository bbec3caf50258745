// SPDX-License-Identifier: Apache-2.0
// One JSON object of the API server, small enough to fit in memory.
#pragma once

#include "document/bytes/value.hpp"
#include "document/json/json_object.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kube {

class JsonAnswer {
 public:
  JsonAnswer() = default;
  JsonAnswer(const JsonAnswer&) = delete;
  JsonAnswer& operator=(const JsonAnswer&) = delete;

  // Returns the object, valid until the next read and as long as the JsonAnswer. Missing if `text` is no JSON object
  // (failure() has the reason).
  document::Value read(std::string_view text);
  const std::string& failure() const { return m_failure; }

 private:
  std::string m_text;
  document::JsonParser m_parser;
  document::Tree m_tree;
  std::string m_failure;
};

} // namespace kube
