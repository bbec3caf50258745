// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_list.hpp"

#include <utility>

namespace document {

void YamlList::begin_document() {
  m_place = {};
  m_count = 0;
  m_kind.clear();
  m_api_version.clear();
}

void YamlList::note_type(std::string_view key, std::string_view text) {
  if (key == "kind") { m_kind = text; }
  if (key == "apiVersion") { m_api_version = text; }
}

Tree& YamlList::begin_item(std::int64_t line, std::int64_t document) {
  m_place = {m_items.file(), ++m_count, line, document};
  m_item.clear();
  return m_item;
}

void YamlList::end_item(bool may_get_kind) {
  const bool lacks_kind = m_item.root().is_object() && type_of(m_item.root()).kind.empty();
  if (may_get_kind && m_kind.empty() && (lacks_kind || !m_waiting.empty())) {
    m_waiting.push_back({std::move(m_item), m_place});
    m_item = Tree();
  } else {
    deliver(m_item, m_place);
  }
  m_place = {};
}

void YamlList::drop_item(const std::string& why) {
  m_items.fail(m_place, why);
  m_place = {};
}

void YamlList::end() {
  for (Waiting& waiting : m_waiting) { deliver(waiting.tree, waiting.place); }
  m_waiting.clear();
}

void YamlList::deliver(Tree& tree, const Place& place) {
  m_items.deliver(tree.root(), place, type_of_items({m_kind, m_api_version}));
}

} // namespace document
