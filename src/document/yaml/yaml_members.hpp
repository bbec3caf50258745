// SPDX-License-Identifier: Apache-2.0
// The unfinished maps and sequences of a YAML document: keys, merges, duplicates.
#pragma once

#include "document/bytes/items.hpp"
#include "document/bytes/value.hpp"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace document {

class YamlMembers {
 protected:
  enum class Shape : std::uint8_t { Map, Sequence, Items };
  enum class Next : std::uint8_t { Key, Value, MergedValue, SkippedValue }; // what may come next in a map; else Value

  // An unfinished map or sequence.
  struct Open {
    Shape shape = Shape::Map;
    Next next = Next::Value;
    bool is_flow = false;         // Map: {a: b}
    int key_position = -1;        // Map: position of the last key in the text
    std::size_t first_member = 0; // Map: index of its first member in m_members
    std::size_t node = 0;
    YAML::anchor_t anchor = 0;
    int height = 1; // levels inside, including itself
  };
  struct Member {
    std::string_view key;
    std::size_t node = 0;
    std::int64_t line = 0; // 0: merged in
  };

  explicit YamlMembers(Items& items) : m_items(items) {}
  ~YamlMembers() = default;

  bool key_expected() const { return !m_open.empty() && m_open.back().next == Next::Key; }
  std::int64_t line_of(const YAML::Mark& mark) const { return m_first_line + mark.line + 1; }
  void set_key(const YAML::Mark& mark, std::string_view key);
  // Builds the next value separately, because it will be merged or skipped.
  void begin_aside(Next next);
  Tree end_aside();
  // Copies the value after <<, built separately, member by member. False if it cannot be merged.
  bool end_merge();
  // Removes members that a later one of the same name replaces. `map` is about to end; `place`: of its document or
  // item.
  void drop_duplicates(const Open& map, Place place);

  Items& m_items;
  std::int64_t m_first_line = 0;
  Tree* m_out = nullptr;
  std::vector<Open> m_open;
  std::vector<Member> m_members; // of all open maps, the outermost first
  // Values built separately, and the tree to return to.
  struct Aside {
    std::unique_ptr<Tree> tree;
    Tree* behind = nullptr;
  };
  std::vector<Aside> m_asides;

 private:
  void merge_members(Value object);
};

} // namespace document
