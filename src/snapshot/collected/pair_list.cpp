// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/pair_list.hpp"

#include "util/ascii.hpp"

#include <algorithm>

namespace snapshot {

std::optional<model::Labels> pairs_in(std::string_view text) {
  model::Labels pairs;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || part.find('=', equals + 1) != std::string_view::npos) {
      return std::nullopt;
    }
    const model::Label pair{util::trimmed(part.substr(0, equals)), util::trimmed(part.substr(equals + 1))};
    std::erase_if(pairs, [&](const model::Label& earlier) { return earlier.key == pair.key; });
    pairs.push_back(pair);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  std::ranges::sort(pairs);
  return pairs;
}

std::string pair_list_text(std::string_view text, const std::function<std::string(const model::Label& pair)>& pair_of) {
  const std::optional<model::Labels> pairs = pairs_in(text);
  if (!pairs) { return std::string(text); }
  std::string out;
  for (const model::Label& pair : *pairs) {
    if (!out.empty()) { out += ','; }
    out += pair_of(pair);
  }
  return out;
}

} // namespace snapshot
