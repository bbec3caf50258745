// SPDX-License-Identifier: Apache-2.0
// Where in a manifest each field of each object stands, for those who show findings beside the text.
//
// The file is read a second time, by yaml-cpp's marks: manifests are small, and the readers, through which whole
// clusters go, need not know about it. JSON is read as the YAML that it is.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace document {

struct ObjectLines {
  std::string kind, namespace_name, name; // as written; empty where they are not
  std::int64_t line = 0;                  // of the object's first character, from 1
  // "spec.template.spec.schedulerName" and the line of its key, from 1: without the numbers of list elements, each path
  // once, in the order of the text. What is merged in or stands behind an alias is not among them.
  std::vector<std::pair<std::string, std::int64_t>> fields;
};

// Files of more bytes (unpacked) are not looked at.
inline constexpr std::uint64_t k_most_bytes_for_lines = std::uint64_t{1024} * 1024;

// The objects of a file in their order, those of lists one by one. Nothing where that cannot be told: the file is no
// regular file, is larger, or cannot be read as YAML; why it cannot be read is for document::read to say.
std::deque<ObjectLines> lines_of_objects(const std::string& path);

// The same from memory.
std::deque<ObjectLines> lines_in_text(const std::string& text);

} // namespace document
