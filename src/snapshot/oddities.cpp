// SPDX-License-Identifier: Apache-2.0
// What stands in a manifest where nobody reads it.
#include "snapshot/oddities.hpp"

#include "util/concat.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace snapshot {

namespace {

struct Misplaced {
  std::string_view key, remark;
};

constexpr std::array<Misplaced, 3> k_beside_spec = {{
    {"annotations", "annotations stand in metadata"},
    {"labels", "labels stand in metadata"},
    {"name", "a name stands in metadata"},
}};

constexpr std::array<Misplaced, 4> k_in_spec = {{
    {"annotations", "annotations stand in the metadata beside the spec"},
    {"labels", "labels stand in the metadata beside the spec"},
    {"priorityClass", "the field is called priorityClassName"},
    {"scheduler", "the field is called schedulerName"},
}};

void find(document::Value value, const std::string& path, std::span<const Misplaced> misplaced,
          std::vector<std::string>& found) {
  for (const Misplaced& row : misplaced) {
    if (!value[row.key].absent()) {
      found.push_back(util::concat(path, path.empty() ? "" : ".", row.key, ": is read by nobody; ", row.remark));
    }
  }
}

// Everything with a spec of containers is a pod or a template of pods.
void walk(document::Value value, const std::string& path, std::vector<std::string>& found) {
  if (value["spec"]["containers"].is_array()) {
    find(value, path, k_beside_spec, found);
    find(value["spec"], util::concat(path, path.empty() ? "" : ".", "spec"), k_in_spec, found);
    return;
  }
  for (const auto [key, member] : value.members()) {
    walk(member, util::concat(path, path.empty() ? "" : ".", key), found);
  }
  std::int64_t index = 0;
  for (const document::Value element : value.elements()) {
    walk(element, util::concat(path, '[', index++, ']'), found);
  }
}

} // namespace

std::vector<std::string> oddities_of(document::Value object) {
  std::vector<std::string> found;
  walk(object, {}, found);
  return found;
}

} // namespace snapshot
