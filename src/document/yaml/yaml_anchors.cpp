// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_anchors.hpp"

namespace document {

namespace {

// Far beyond any manifest, and a fraction of a laptop's memory: 32 bytes a node.
constexpr std::size_t k_most_nodes = 4'000'000;
constexpr std::size_t k_most_bytes = 256'000'000;

} // namespace

void copy_with_texts(Tree& to, Value value) {
  switch (value.type()) {
  case Type::Missing:
  case Type::Null:
    return to.null();
  case Type::Boolean:
    return to.boolean(value.boolean());
  case Type::Number:
    return to.number(to.keep(value.text()));
  case Type::String:
    return to.string(to.keep(value.text()));
  case Type::Array:
    to.begin_array();
    for (const Value element : value.elements()) { copy_with_texts(to, element); }
    return to.end();
  case Type::Object:
    to.begin_object();
    for (const auto [key, member] : value.members()) {
      to.key(to.keep(key));
      copy_with_texts(to, member);
    }
    return to.end();
  }
}

namespace {

std::size_t text_bytes(Value value) {
  std::size_t bytes = 0;
  for (const Node* node = value.node(); node != value.node() + value.node()->span; ++node) {
    const bool has_text = node->type == Type::String || node->type == Type::Number;
    bytes += node->key_size + (has_text ? node->size : 0);
  }
  return bytes;
}

} // namespace

void YamlAnchors::clear() {
  m_entries.clear();
  m_copied_nodes = 0;
  m_copied_bytes = 0;
}

bool YamlAnchors::set(YAML::anchor_t anchor, Value value, int height) {
  m_copied_bytes += text_bytes(value);
  if (!may_copy(value)) { return false; }
  Entry& entry = m_entries[anchor];
  entry.tree.clear();
  entry.height = height;
  copy_with_texts(entry.tree, value);
  return true;
}

const YamlAnchors::Entry* YamlAnchors::find(YAML::anchor_t anchor) const {
  const auto found = m_entries.find(anchor);
  return found == m_entries.end() ? nullptr : &found->second;
}

bool YamlAnchors::may_copy(Value value) {
  m_copied_nodes += value.node()->span;
  return m_copied_nodes <= k_most_nodes && m_copied_bytes <= k_most_bytes;
}

} // namespace document
