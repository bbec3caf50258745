// SPDX-License-Identifier: Apache-2.0
// YamlBuilder's documents and items: begin and end of values, and their delivery.
#include "document/yaml/yaml_builder.hpp"
#include "document/yaml/yaml_stream.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace document {

void YamlBuilder::begin_document(std::int64_t lines, std::int64_t number) {
  m_first_line = lines;
  m_number = number;
  m_seen = false;
  m_root.clear();
  m_out = &m_root;
  m_open.clear();
  m_members.clear();
  m_anchors.clear();
  m_asides.clear();
  m_is_list = false;
  m_list.begin_document();
  m_item_failure.reset();
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  // YamlStream gives one document at a time. yaml-cpp makes two of `{} {}`; for go-yaml that is an error.
  if (m_seen) {
    throw YamlFailure(
        util::concat(line_and_column(line_of(mark), mark.column + 1), "something follows the end of the document"));
  }
  m_seen = true;
}

void YamlBuilder::end_document() {
  const Value root = m_root.root();
  if (!m_is_list) {
    if (root.absent()) { return; }
    if (!root.is_object() && !root.is_array()) {
      throw YamlFailure(util::concat("line ", m_root_place.line, ": this is text, not an object"));
    }
    return m_items.deliver(root, m_root_place, {});
  }
  m_list.end();
  if (!root["metadata"]["continue"].text().empty()) {
    throw YamlFailure(util::concat("line ", m_root_place.line, ": ", k_one_page));
  }
  if (m_list.kind() == k_snapshot_kind) { m_items.deliver_snapshot(root, m_root_place); }
}

// True if a sequence that begins here contains the items of a list: a document of its own, or the outermost `items`.
bool YamlBuilder::begins_items() const {
  if (m_open.empty()) { return true; }
  const Open& map = m_open.back();
  return m_open.size() == 1 && map.shape == Shape::Map && map.next == Next::Value && m_members.back().key == "items";
}

bool YamlBuilder::begin_value(const YAML::Mark& mark) {
  if (m_item_failure) { return false; }
  m_line = line_of(mark);
  if (m_open.empty()) {
    m_root_place = {m_items.file(), 0, line_of(mark), m_number};
  } else if (m_open.back().shape == Shape::Items) {
    m_out = &m_list.begin_item(line_of(mark), m_number);
    m_budget.used = 0;
  }
  return true;
}

void YamlBuilder::end_value(std::size_t node, int height, YAML::anchor_t anchor) {
  if (anchor != 0) { limit_copies(m_anchors.set(anchor, m_out->at(node), height)); }
  if (m_open.empty()) { return; }
  Open& parent = m_open.back();
  parent.height = std::max(parent.height, height + 1);
  if (parent.shape == Shape::Items) { return end_item(); }
  if (parent.next == Next::SkippedValue) { end_aside(); }
  if (parent.next == Next::MergedValue && !end_merge()) {
    fail(m_merge_mark, "<< needs an object, or a list of objects, to merge");
    return;
  }
  parent.next = parent.shape == Shape::Map ? Next::Key : Next::Value;
}

void YamlBuilder::end_item() {
  m_list.end_item(m_open.size() == 2); // a document that is a list itself gets no kind
  m_out = &m_root;
}

bool YamlBuilder::fail(const YAML::Mark& mark, std::string_view why) {
  std::string text = util::concat(line_and_column(line_of(mark), mark.column + 1), why);
  if (!m_list.in_item()) { throw YamlFailure(text); }
  m_item_failure = std::move(text);
  m_asides.clear();
  if (m_ignored == 0 && m_open.back().shape == Shape::Items) { end_failed_item(); }
  return false;
}

// Not the fault of one item: the text as a whole is malicious.
void YamlBuilder::limit_copies(bool within_limit) const {
  if (!within_limit) { throw YamlFailure(util::concat("line ", m_line, ": the document contains excessive aliasing")); }
}

// The end of a map or sequence of a failed item.
void YamlBuilder::close_ignored() {
  if (m_ignored > 0) {
    --m_ignored;
  } else {
    m_members.resize(m_open.back().first_member);
    m_open.pop_back();
  }
  if (m_ignored == 0 && m_open.back().shape == Shape::Items) { end_failed_item(); }
}

void YamlBuilder::end_failed_item() {
  m_list.drop_item(*m_item_failure);
  m_item_failure.reset();
  m_out = &m_root;
}

} // namespace document
