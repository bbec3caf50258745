// SPDX-License-Identifier: Apache-2.0
// One JSON object of the API server, small enough to be held as a whole.
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

  // The object, valid as long as this and until the next read; Missing where `text` is no JSON object (failure() says
  // why).
  document::Value read(std::string_view text);
  const std::string& failure() const { return m_failure; }

 private:
  std::string m_text;
  document::JsonParser m_parser;
  document::Tree m_tree;
  std::string m_failure;
};

} // namespace kube
