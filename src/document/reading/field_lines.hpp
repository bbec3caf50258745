// SPDX-License-Identifier: Apache-2.0
// Lines of the fields of each object in a manifest, for findings that point into the file.
//
// Reads the file a second time, with yaml-cpp's positions: manifests are small, and the main readers, which handle
// whole clusters, stay simple. Reads JSON as YAML, which includes it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace document {

struct ObjectLines {
  std::string kind, namespace_name, name; // as in the file; empty if absent
  std::int64_t line = 0;                  // of the object's first character, from 1
  // "spec.template.spec.schedulerName" and the line of its key, from 1. Without the indices of list elements, each path
  // once, in the order of the text. Excludes fields that come from a merge or an alias.
  std::vector<std::pair<std::string, std::int64_t>> fields;
};

// Ignores files with more bytes (decompressed).
inline constexpr std::uint64_t k_most_bytes_for_lines = std::uint64_t{1024} * 1024;

// Objects of a file in their order, those of lists one by one. Empty if the file is no regular file, is larger, or is
// not readable as YAML; document::read reports why.
std::deque<ObjectLines> lines_of_objects(const std::string& path);

// The same from memory.
std::deque<ObjectLines> lines_in_text(const std::string& text);

} // namespace document
