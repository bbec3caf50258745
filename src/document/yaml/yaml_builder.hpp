// SPDX-License-Identifier: Apache-2.0
// Builds the tree that kubectl would build, from yaml-cpp's events.
#pragma once

#include "document/bytes/items.hpp"
#include "document/bytes/value.hpp"
#include "document/yaml/yaml_anchors.hpp"
#include "document/yaml/yaml_list.hpp"
#include "document/yaml/yaml_members.hpp"
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
class YamlBuilder : public YAML::EventHandler, private YamlMembers {
 public:
  YamlBuilder(Items& items, YamlBudget& budget) : YamlMembers(items), m_budget(budget), m_list(items) {}

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
  // begin_value runs before a value or a key, and returns false to ignore it. end_value gets the value's place in the
  // tree.
  bool begin_value(const YAML::Mark& mark);
  void end_value(std::size_t node, int height, YAML::anchor_t anchor);
  void open(const YAML::Mark& mark, Shape shape, YAML::anchor_t anchor, YAML::EmitterStyle::value style);
  void close();
  bool begins_items() const;

  // These return false on failure.
  bool add_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text);
  bool add_key(const YAML::Mark& mark, const std::string& tag, const std::string& text, YAML::anchor_t anchor);
  std::optional<YamlScalar> resolve(const YAML::Mark& mark, const std::string& tag, const std::string& text);
  bool fail(const YAML::Mark& mark, std::string_view why);

  void end_item();
  void limit_copies(bool within_limit) const;
  void close_ignored();
  void end_failed_item();

  YamlBudget& m_budget;
  std::int64_t m_number = 0;
  std::int64_t m_line = 0; // of the last key or value
  bool m_seen = false;     // the document has begun

  Tree m_root; // the document; of a list, its fields besides the items
  YamlAnchors m_anchors;
  Place m_root_place;
  bool m_is_list = false;
  YamlList m_list;

  std::optional<std::string> m_item_failure; // the rest of this item is ignored
  std::size_t m_ignored = 0;                 // maps and sequences that have begun since
  YAML::Mark m_merge_mark;
};

} // namespace document
