// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/name_list.hpp"

#include "document/yaml/writer.hpp"

namespace snapshot {

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  while (true) {
    const std::size_t open = text.find('"');
    if (open == std::string_view::npos) { return names; }
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('"');
    if (close == std::string_view::npos) { return names; }
    if (close > 0) { names.push_back(text.substr(0, close)); }
    text.remove_prefix(close + 1);
  }
}

std::string name_list_text(std::string_view text, const std::function<std::string(std::string_view name)>& name_of) {
  document::Output list = document::Output::array();
  for (const std::string_view name : names_in(text)) { list.push(name_of(name)); }
  return document::to_json_line(list);
}

} // namespace snapshot
