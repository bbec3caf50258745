// SPDX-License-Identifier: Apache-2.0
// A YAML document that is a list: passes its elements on one by one.
#pragma once

#include "document/bytes/items.hpp"
#include "document/bytes/value.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace document {

class YamlList {
 public:
  explicit YamlList(Items& items) : m_items(items) {}

  void begin_document();
  // The list's own members `kind` and `apiVersion`.
  void note_type(std::string_view key, std::string_view text);
  const std::string& kind() const { return m_kind; }

  // Returns the tree for the next element, which begins on `line` of the file's document `document`.
  Tree& begin_item(std::int64_t line, std::int64_t document);
  // Passes the element on. One without a kind waits if the list's own kind may follow (`may_get_kind`).
  void end_item(bool may_get_kind);
  void drop_item(const std::string& why);
  bool in_item() const { return m_place.item != 0; }
  const Place& place() const { return m_place; } // of the current element

  // Passes on the elements that waited.
  void end();

 private:
  struct Waiting {
    Tree tree;
    Place place;
  };
  void deliver(Tree& tree, const Place& place);

  Items& m_items;
  Tree m_item; // the current element
  Place m_place;
  std::int64_t m_count = 0;
  std::string m_kind, m_api_version;
  std::vector<Waiting> m_waiting; // elements without a kind, while the list's kind is unknown
};

} // namespace document
