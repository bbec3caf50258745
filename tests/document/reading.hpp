// SPDX-License-Identifier: Apache-2.0
// What the tests of this room say: read this text, get these objects, these problems, or this error.
//
//   CHECK(reading(R"({"kind": "PodList", "items": [{"a": 1}]})").objects == Texts{R"(Pod {"a":1})"});
#pragma once

#include "document/reading/reader.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

using Texts = std::vector<std::string>;

struct Reading {
  Texts objects; // `Kind {"compact":"json"}`, in the order in which they came, members as they stand
  Texts places;
  Texts api_versions;
  Texts problems;    // "place: message", with "(object)" before the message where it is known
  std::string error; // empty: none was thrown
};

// The value as compact JSON, members in document order.
std::string json(document::Value value);

Reading reading(std::string_view text, const document::ReadOptions& options = {});
Reading reading_path(const std::string& path, const document::ReadOptions& options = {});

// The value of "x" in the one object that `text` holds, as JSON.
std::string value_of_x(std::string_view text);

// A folder that goes away again.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  std::string operator/(std::string_view name) const;
  std::string write(std::string_view name, std::string_view content) const; // makes folders as needed
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

std::string gzip(std::string_view text);
std::string zstd(std::string_view text);
