// SPDX-License-Identifier: Apache-2.0
#include "snapshot/known_specs.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace snapshot {

namespace {

// Where hardly two pods are alike, remembering them all would cost more than it saves.
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

} // namespace

// The nodes of a value stand one after the other, and each says how many there are below it.
void KnownSpecs::add(document::Value value) {
  if (!value.exists()) { return m_key.push_back('-'); }
  const document::Node* const first = value.node();
  for (const document::Node* node = first; node != first + first->span; ++node) {
    append(m_key, node->type);
    append(m_key, node->size);
    append(m_key, node->key_size);
    if (node->key_size > 0) { m_key.append(node->key, node->key_size); }
    const bool has_text = node->type == document::Type::String || node->type == document::Type::Number;
    if (has_text && node->size > 0) { m_key.append(node->text, node->size); }
  }
}

// Of a bound pod the images are not kept (add_pod).
void KnownSpecs::add_containers(document::Value list) {
  for (const document::Value container : list.elements()) {
    m_key.push_back('{');
    for (const auto [key, value] : container.members()) {
      if (key != "image") { add(value); }
    }
  }
}

void KnownSpecs::look_at(document::Value spec, document::Value status, std::string_view namespace_name,
                         bool resize_infeasible) {
  m_key.assign(1, resize_infeasible ? '1' : '0');
  for (const auto [key, value] : spec.members()) {
    if (key == "nodeName" || (key == "volumes" && are_names_only(value))) { continue; }
    if (key == "affinity") { m_key.append(namespace_name); } // terms look into the pod's own namespace
    const bool has_images = (key == "containers" || key == "initContainers") && value.is_array();
    if (has_images) {
      m_key.append(key);
      add_containers(value);
    } else {
      add(value);
    }
  }
  for (const std::string_view granted :
       {"containerStatuses", "initContainerStatuses", "resources", "allocatedResources"}) {
    add(status[granted]);
  }
}

const KnownSpecs::Known* KnownSpecs::find() const {
  const auto known = m_known.find(std::string_view(m_key));
  return known == m_known.end() ? nullptr : &known->second;
}

void KnownSpecs::remember(const Known& known) {
  if (m_known.size() >= k_most) { m_known.clear(); }
  m_known.insert_or_assign(m_key, known);
}

} // namespace snapshot
