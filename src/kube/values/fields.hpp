// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of an object that may hold secrets: an error names the field and never its content.
//
// null means absent. Unlike a cluster's objects, whose decoders live in `snapshot`, these files are small: a look-up
// by name is the plainest way.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kube {

// An object and the way to it, "users[0].user".
struct Fields {
  document::Value value;
  std::string path;

  std::string path_of(std::string_view key) const;
  // Each throws util::Error where the member has another type ("users[0].user.token is no text").
  std::string text(std::string_view key) const; // empty where absent
  bool flag(std::string_view key) const;        // false where absent
  Fields object(std::string_view key) const;    // without a value where absent
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<Fields> objects(std::string_view key) const;
  // The members of an object whose values are texts.
  std::vector<std::pair<std::string, std::string>> text_map(std::string_view key) const;

  // Base64 ("illegal base64 data at input byte 0").
  std::string data(std::string_view key) const;
};

} // namespace kube
