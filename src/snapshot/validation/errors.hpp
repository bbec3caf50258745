// SPDX-License-Identifier: Apache-2.0
// What the API server refuses in an object, in its own words: "spec.replicas: Invalid value: -1: must be greater than
// or equal to 0". Source of the forms: apimachinery util/validation/field, Error.ErrorBody.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/fields.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// The field of an error. A few upstream paths are no paths of the object; they are given as text.
struct ErrorField {
  ErrorField(const Path& path) : text(path.text()) {}           // NOLINT(google-explicit-constructor)
  ErrorField(std::string written) : text(std::move(written)) {} // NOLINT(google-explicit-constructor)
  std::string text;
};

// A value as an error shows it: strings in quotes, other values as JSON.
struct BadValue {
  BadValue(std::string_view value);                                         // NOLINT(google-explicit-constructor)
  BadValue(const std::string& value) : BadValue(std::string_view(value)) {} // NOLINT(google-explicit-constructor)
  BadValue(const char* value) : BadValue(std::string_view(value)) {}        // NOLINT(google-explicit-constructor)
  BadValue(std::int64_t value) : text(std::to_string(value)) {}             // NOLINT(google-explicit-constructor)
  BadValue(document::Value value);                                          // NOLINT(google-explicit-constructor)
  std::string text;
};

class Errors {
 public:
  std::vector<std::string> texts;

  void required(const ErrorField& field, std::string_view detail = {});
  void invalid(const ErrorField& field, const BadValue& value, std::string_view detail);
  void invalid(const ErrorField& field, std::string_view value, const std::vector<std::string>& details); // one each
  void omitted(const ErrorField& field, std::string_view detail); // an invalid value that is not shown
  void forbidden(const ErrorField& field, std::string_view detail);
  void duplicate(const ErrorField& field, const BadValue& value);
  void not_found(const ErrorField& field, std::string_view value, std::string_view detail = {});
  // `supported`: words separated by blanks, in the order in which the API server names them.
  void not_supported(const ErrorField& field, const BadValue& value, std::string_view supported);
  void too_long(const ErrorField& field, std::int64_t most_bytes);
  void too_many(const ErrorField& field, std::size_t count, std::int64_t most);

 private:
  void add(const ErrorField& field, std::string_view body, std::string_view detail);
};

} // namespace snapshot
