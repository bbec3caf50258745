// SPDX-License-Identifier: Apache-2.0
// The meaning of a YAML 1.1 scalar to kubectl. Sources: go-yaml v2 resolve.go, sigs.k8s.io/yaml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace document {

struct YamlScalar {
  enum class Kind : std::uint8_t { Null, Boolean, Integer, Float, Timestamp, String, Infinite } kind = Kind::String;
  bool boolean = false;
  double real = 0;    // Float
  std::string number; // Integer, Float: as JSON
};

// A scalar without quotes and without a tag. Timestamps are strings for a reader; a writer has to quote them.
YamlScalar resolve_plain(std::string_view text);

// A scalar with a tag ("tag:yaml.org,2002:int"). Tags that are not YAML's own have no meaning: the text is a string.
// Sets `error` if the text does not fit the tag.
YamlScalar resolve_tagged(std::string_view tag, const std::string& text, std::string& error);

// The scalar as a key of a JSON object. Sets `error` for Null, Infinite and integers beyond int64, which cannot be
// keys.
std::string key_text(const YamlScalar& scalar, std::string_view text, std::string& error);

// Decodes !!binary; sets `error` if it is no base64.
std::string from_base64(std::string_view text, std::string& error);

} // namespace document
