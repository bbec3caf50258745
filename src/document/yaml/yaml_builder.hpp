// SPDX-License-Identifier: Apache-2.0
// Builds the tree that kubectl would build, from yaml-cpp's events.
#pragma once

#include "document/bytes/items.hpp"
#include "document/bytes/value.hpp"
#include "document/yaml/yaml_anchors.hpp"
#include "document/yaml/yaml_resolve.hpp"
#include "document/yaml/yaml_stream.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace document {

// Builds documents into a Tree and passes them to Items. It passes on the elements of a list's `items` (and of a
// document that is a list itself) one by one, so that a large `kubectl get -o yaml` is never in memory.
//
// A fault inside one element of a list drops that element; anywhere else it ends the file (YamlFailure). Rules of
// kubectl (sources: go-yaml v2 decode.go, sigs.k8s.io/yaml):
// - Scalars have the meaning in yaml_resolve.hpp. Keys become texts; null, lists and objects cannot be keys.
// - Of two members with one name the last one counts. Removes the other and reports a Problem.
// - << merges at its position, so later members win; of several merged objects the first wins.
// - Aliases are copies. Rejects a value that contains itself, and a document that copies too much.
class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(Items& items, YamlBudget& budget) : m_items(items), m_budget(budget) {}

  // Starts the next document, the `number`th of its file, after `lines` lines.
  void begin_document(std::int64_t lines, std::int64_t number);
  // Passes on the rest after the document's text has ended without a fault.
  void end_document();

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
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
  struct Waiting {
    Tree tree;
    Place place;
  };

  // begin_value runs before a value or a key, and returns false to ignore it. end_value gets the value's place in the
  // tree.
  bool begin_value(const YAML::Mark& mark);
  void end_value(std::size_t node, int height, YAML::anchor_t anchor);
  void open(const YAML::Mark& mark, Shape shape, YAML::anchor_t anchor, YAML::EmitterStyle::value style);
  void close();
  bool key_expected() const { return !m_open.empty() && m_open.back().next == Next::Key; }
  bool begins_items() const;

  // These return false on failure.
  bool add_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text);
  bool add_key(const YAML::Mark& mark, const std::string& tag, const std::string& text, YAML::anchor_t anchor);
  std::optional<YamlScalar> resolve(const YAML::Mark& mark, const std::string& tag, const std::string& text);
  bool fail(const YAML::Mark& mark, std::string_view why);

  void set_key(const YAML::Mark& mark, std::string_view key);
  void note_list_type(std::string_view text);
  void begin_aside(Next next);
  Tree end_aside();
  bool end_merge();
  void merge_members(Value object);
  void drop_duplicates(const Open& map);

  void begin_item(const YAML::Mark& mark);
  void end_item();
  void limit_copies(bool within_limit) const;
  void close_ignored();
  void end_failed_item();
  void deliver(Tree& tree, const Place& place);
  std::int64_t line_of(const YAML::Mark& mark) const { return m_first_line + mark.line + 1; }
  bool in_item() const { return m_item_place.item != 0; }

  Items& m_items;
  YamlBudget& m_budget;
  std::int64_t m_first_line = 0;
  std::int64_t m_number = 0;
  std::int64_t m_line = 0; // of the last key or value
  bool m_seen = false;     // the document has begun

  Tree m_root; // the document; of a list, its fields besides the items
  Tree m_item; // the current element of a list
  Tree* m_out = &m_root;
  std::vector<Open> m_open;
  std::vector<Member> m_members; // of all open maps, the outermost first
  YamlAnchors m_anchors;
  // Values built separately, because they will be merged or skipped, and the tree to return to.
  struct Aside {
    std::unique_ptr<Tree> tree;
    Tree* behind = nullptr;
  };
  std::vector<Aside> m_asides;

  Place m_root_place, m_item_place;
  std::int64_t m_item_count = 0;
  bool m_is_list = false;
  std::string m_list_kind, m_list_api_version;
  std::vector<Waiting> m_waiting; // items without a kind, while the list's kind is unknown

  std::optional<std::string> m_item_failure; // the rest of this item is ignored
  std::size_t m_ignored = 0;                 // maps and sequences that have begun since
  YAML::Mark m_merge_mark;
};

} // namespace document
