// SPDX-License-Identifier: Apache-2.0
// Near misses: unfinished and misspelt words.
#include "commands/line/near_misses.hpp"

#include "util/edit_distance.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace commands {

std::vector<std::string> near_misses(std::string_view word, const std::vector<std::string>& known) {
  std::vector<std::string> near;
  std::copy_if(known.begin(), known.end(), std::back_inserter(near),
               [&](const std::string& each) { return word.size() > 1 && word != "--" && each.starts_with(word); });
  if (!near.empty()) { return near; }
  const std::vector<std::string_view> views(known.begin(), known.end());
  if (const std::optional<std::string_view> closest = util::closest(word, views)) { near.emplace_back(*closest); }
  return near;
}

} // namespace commands
