// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_builder.hpp"

#include "document/bytes/utf8.hpp"
#include "document/json/json_object.hpp"
#include "document/yaml/yaml_stream.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace document {

namespace {

constexpr std::string_view k_binary_tag = "tag:yaml.org,2002:binary";
constexpr std::string_view k_merge_tag = "tag:yaml.org,2002:merge";

constexpr std::string_view k_invalid_key = "a key has to be text, not a list, an object or null";
constexpr std::string_view k_too_deep = "it is nested too deeply";

bool is_plain(std::string_view tag) { return tag.empty() || tag == "?"; }

bool is_merge(std::string_view tag, std::string_view text) {
  return text == "<<" && (is_plain(tag) || tag == k_merge_tag);
}

// yaml-cpp 0.7 turns the escapes \N and \_ into the single bytes 85 and A0. YamlStream passes on no other byte that is
// not UTF-8.
std::string with_escapes_mended(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    append_utf8(out, next.valid ? next.point : static_cast<unsigned char>(text[0]));
    text.remove_prefix(next.bytes);
  }
  return out;
}

bool has_bare_byte(std::string_view text) {
  if (text.find_first_of("\x85\xa0") == std::string_view::npos) { return false; }
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    if (!next.valid) { return true; }
    text.remove_prefix(next.bytes);
  }
  return false;
}

bool is_scalar(Value value) { return value.is_boolean() || value.is_number() || value.is_string(); }

} // namespace

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  // yaml-cpp accepts a line without a colon as a key, and reports its null at the key's position. A truncated manifest
  // ends in such a line.
  const bool misses_colon =
      !m_open.empty() && !key_expected() && !m_open.back().is_flow && m_open.back().key_position == mark.pos;
  if (misses_colon && !m_item_failure) { return void(fail(mark, "could not find expected ':'")); }
  OnScalar(mark, "?", anchor, "null");
}

void YamlBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  if (has_bare_byte(value)) { return OnScalar(mark, tag, anchor, with_escapes_mended(value)); }
  if (!begin_value(mark)) { return; }
  if (key_expected()) {
    add_key(mark, tag, value, anchor);
  } else if (const std::size_t node = m_out->node_count(); add_scalar(mark, tag, value)) {
    end_value(node, 1, anchor);
  }
}

bool YamlBuilder::add_key(const YAML::Mark& mark, const std::string& tag, const std::string& text,
                          YAML::anchor_t anchor) {
  if (is_merge(tag, text)) {
    m_merge_mark = mark;
    begin_aside(Next::MergedValue);
    return true;
  }
  const std::optional<YamlScalar> scalar = resolve(mark, tag, text);
  if (!scalar) { return false; }
  std::string error;
  const std::string key = key_text(*scalar, text, error);
  if (!error.empty()) { return fail(mark, error); }
  set_key(mark, key);
  if (anchor != 0) {
    Tree named;
    named.string(key);
    limit_copies(m_anchors.set(anchor, named.root(), 1));
  }
  return true;
}

bool YamlBuilder::add_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) {
  if (tag == k_binary_tag) {
    std::string error;
    const std::string bytes = from_base64(text, error);
    if (!error.empty()) { return fail(mark, error); }
    m_out->string(m_out->keep(bytes));
    return true;
  }
  const std::optional<YamlScalar> scalar = resolve(mark, tag, text);
  if (!scalar) { return false; }
  switch (scalar->kind) {
  case YamlScalar::Kind::Null:
    m_out->null();
    break;
  case YamlScalar::Kind::Boolean:
    m_out->boolean(scalar->boolean);
    break;
  case YamlScalar::Kind::Integer:
  case YamlScalar::Kind::Float:
    m_out->number(m_out->keep(scalar->number));
    break;
  case YamlScalar::Kind::Infinite:
    return fail(mark, util::concat(text, " is no number that an object can hold"));
  case YamlScalar::Kind::Timestamp:
  case YamlScalar::Kind::String:
    m_out->string(m_out->keep(text));
    if (m_open.size() == 1 && m_open.back().shape == Shape::Map && m_open.back().next == Next::Value) {
      m_list.note_type(m_members.back().key, text);
    }
    break;
  }
  return true;
}

std::optional<YamlScalar> YamlBuilder::resolve(const YAML::Mark& mark, const std::string& tag,
                                               const std::string& text) {
  if (is_plain(tag)) { return resolve_plain(text); }
  std::string error;
  YamlScalar scalar = resolve_tagged(tag, text, error);
  if (error.empty()) { return scalar; }
  fail(mark, error);
  return std::nullopt;
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (!begin_value(mark)) { return; }
  const YamlAnchors::Entry* const entry = m_anchors.find(anchor);
  if (entry == nullptr) { return void(fail(mark, "the value that this alias names contains itself")); }
  const Value value = entry->tree.root();
  limit_copies(m_anchors.may_copy(value));
  if (m_open.size() + static_cast<std::size_t>(entry->height) > k_max_depth) { return void(fail(mark, k_too_deep)); }
  if (!key_expected()) {
    const std::size_t node = m_out->node_count();
    m_out->copy(value);
    end_value(node, entry->height, 0);
  } else if (is_scalar(value)) {
    set_key(mark, value.is_boolean() ? (value.boolean() ? "true" : "false") : value.text());
  } else {
    fail(mark, k_invalid_key);
  }
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value style) {
  if (m_open.empty() && m_items.refuses_bare_lists()) {
    throw YamlFailure(util::concat("line ", line_of(mark), ": ", k_bare_list));
  }
  const bool items = begins_items() && anchor == 0;
  open(mark, items ? Shape::Items : Shape::Sequence, anchor, style);
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  open(mark, Shape::Map, anchor, style);
}

void YamlBuilder::open(const YAML::Mark& mark, Shape shape, YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  if (!begin_value(mark) || key_expected()) {
    ++m_ignored;
    if (!m_item_failure) { fail(mark, k_invalid_key); }
    return;
  }
  Open& opened = m_open.emplace_back();
  opened.shape = shape;
  opened.next = shape == Shape::Map ? Next::Key : Next::Value;
  opened.is_flow = style == YAML::EmitterStyle::Flow;
  opened.first_member = m_members.size();
  opened.node = m_out->node_count();
  opened.anchor = anchor;
  switch (shape) {
  case Shape::Map:
    return m_out->begin_object();
  case Shape::Sequence:
    return m_out->begin_array();
  case Shape::Items:
    m_is_list = true;
    if (!m_members.empty()) { m_members.pop_back(); } // the items are no member of the tree
  }
}

void YamlBuilder::close() {
  if (m_item_failure) { return close_ignored(); }
  const Open closed = m_open.back();
  if (closed.shape == Shape::Map) {
    drop_duplicates(closed, m_list.in_item() ? m_list.place() : m_root_place);
    m_members.resize(closed.first_member);
  }
  m_open.pop_back();
  if (closed.shape != Shape::Items) { m_out->end(); }
  if (closed.shape == Shape::Items) {
    if (!m_open.empty()) { m_open.back().next = Next::Key; }
  } else {
    end_value(closed.node, closed.height, closed.anchor);
  }
}

} // namespace document
