// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of an object that may contain secrets: an error names the field and never its content.
//
// null means absent. Decoders of a cluster's objects are in `snapshot`. These files are small, so a look-up by name is
// the simplest way.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kube {

// An object and its path, "users[0].user".
struct Fields {
  document::Value value;
  std::string path;

  std::string path_of(std::string_view key) const;
  // Each throws util::Error if the member has another type ("users[0].user.token is no text").
  std::string text(std::string_view key) const; // empty if absent
  bool flag(std::string_view key) const;        // false if absent
  Fields object(std::string_view key) const;    // without a value if absent
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<Fields> objects(std::string_view key) const;
  // Members of an object with text values.
  std::vector<std::pair<std::string, std::string>> text_map(std::string_view key) const;

  // Decodes base64 ("illegal base64 data at input byte 0").
  std::string data(std::string_view key) const;
};

} // namespace kube
