// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/known_specs.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace snapshot {

namespace {

// If hardly any pods are alike, remembering all of them would cost more than it saves.
constexpr std::size_t k_most = 8192;

template <typename T>
void append(std::string& key, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  key.append(bytes.data(), bytes.size());
}

bool are_names_only(document::Value volumes) {
  for (const document::Value volume : volumes.elements()) {
    for (const auto [key, value] : volume.members()) {
      if (key != "name") { return false; }
    }
  }
  return true;
}

// Copies of a pod write these fields in the same bytes, so compare their source if available.
bool is_same_in_copies(std::string_view key) {
  return key == "resources" || key == "tolerations" || key == "ports" || key == "nodeSelector" || key == "affinity" ||
         key == "topologySpreadConstraints";
}

// The nodes of a value are adjacent, and each knows how many nodes are below it.
void add(std::string& text, document::Value value) {
  if (!value.exists()) { return text.push_back('-'); }
  const document::Node* const first = value.node();
  for (const document::Node* node = first; node != first + first->span; ++node) {
    append(text, node->type);
    append(text, node->size);
    append(text, node->key_size);
    if (node->key_size > 0) { text.append(node->key, node->key_size); }
    const bool has_text = node->type == document::Type::String || node->type == document::Type::Number;
    if (has_text && node->size > 0) { text.append(node->text, node->size); }
  }
}

void add_member(std::string& text, std::string_view key, document::Value value) {
  const std::string_view source = value.source();
  if (source.empty() || !is_same_in_copies(key)) { return add(text, value); }
  append(text, key.size());
  text.append(key);
  append(text, source.size());
  text.append(source);
}

// Skips images, because bound pods do not keep them (add_pod).
void add_containers(std::string& text, document::Value list) {
  for (const document::Value container : list.elements()) {
    text.push_back('{');
    for (const auto [key, value] : container.members()) {
      if (key != "image") { add_member(text, key, value); }
    }
  }
}

} // namespace

KnownSpecs::Key KnownSpecs::key_of(document::Value spec, document::Value status, std::string_view namespace_name,
                                   bool resize_infeasible) {
  constexpr std::size_t k_usual = 1024;
  Key known;
  std::string& text = known.text;
  text.reserve(k_usual);
  text.assign(1, resize_infeasible ? '1' : '0');
  for (const auto [key, value] : spec.members()) {
    if (key == "nodeName" || (key == "volumes" && are_names_only(value))) { continue; }
    if (key == "affinity") { text.append(namespace_name); } // terms default to the pod's own namespace
    const bool has_images = (key == "containers" || key == "initContainers") && value.is_array();
    if (has_images) {
      text.append(key);
      add_containers(text, value);
    } else {
      add_member(text, key, value);
    }
  }
  for (const std::string_view granted :
       {"containerStatuses", "initContainerStatuses", "resources", "allocatedResources"}) {
    add(text, status[granted]);
  }
  known.hash = std::hash<std::string_view>()(text);
  return known;
}

const KnownSpecs::Known* KnownSpecs::find(const Key& key) const {
  const auto known = m_known.find(key);
  return known == m_known.end() ? nullptr : &known->second;
}

void KnownSpecs::remember(Key key, const Known& known) {
  if (m_known.size() >= k_most) { m_known.clear(); }
  m_known.insert_or_assign(std::move(key), known);
}

} // namespace snapshot
