// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the tests in this folder: reading a text gives objects, problems, or an error.
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
  Texts objects; // `Kind {"compact":"json"}`, in the order of arrival, with members in document order
  Texts places;
  Texts api_versions;
  Texts problems;    // "place: message", with "(object)" before the message if known
  int left_out = 0;  // of the problems
  std::string error; // empty if none was thrown
};

// The value as compact JSON, members in document order.
std::string json(document::Value value);

Reading reading(std::string_view text, const document::ReadOptions& options = {});
Reading reading_path(const std::string& path, const document::ReadOptions& options = {});

// The value of "x" in the only object of `text`, as JSON.
std::string value_of_x(std::string_view text);

// A temporary folder; the destructor removes it.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  std::string operator/(std::string_view name) const;
  std::string write(std::string_view name, std::string_view content) const; // creates parent folders
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

std::string gzip(std::string_view text);
std::string zstd(std::string_view text);
