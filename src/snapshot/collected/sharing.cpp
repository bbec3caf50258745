// SPDX-License-Identifier: Apache-2.0
// Stores equal values once, found by hash.
#include "snapshot/collected/sharing.hpp"

#include "snapshot/collected/model_fields.hpp"

#include <cstdint>
#include <functional>

namespace snapshot {

// Visitors for each_field. They are not in an unnamed namespace, because each_field is found through their namespace.

// Only for finding equal values: not stable between builds, and never shown.
struct HashFields {
  std::size_t value = 0;

  void operator()(const Scalar auto& field) {
    using Type = std::remove_cvref_t<decltype(field)>;
    const std::uint64_t mixed = (value ^ std::hash<Type>()(field)) * 0x9E3779B97F4A7C15ull;
    value = static_cast<std::size_t>(mixed ^ (mixed >> 29));
  }
};

struct CopyTexts {
  util::StringPool& pool;

  void operator()(std::string_view& text) { text = pool.intern(text); }
  void operator()(const auto&) {}
};

template <typename T>
std::size_t hash_of_fields(const T& value) {
  HashFields hash;
  each_field(value, hash);
  return hash.value;
}

template <typename T>
const T* Sharing::find_or_add(Index<T>& index, std::deque<T>& all, const T& wanted, std::size_t hash) {
  const auto [first, last] = index.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    if (*at->second == wanted) { return at->second; }
  }
  T lasting = wanted;
  CopyTexts copy{m_cluster.strings};
  each_field(lasting, copy);
  const T* added = &all.emplace_back(std::move(lasting));
  index.emplace(hash, added);
  return added;
}

std::size_t Sharing::hash_of(const model::Labels& labels) { return hash_of_fields(labels); }

const model::Labels* Sharing::labels(const model::Labels& labels, std::size_t hash) {
  return find_or_add(m_labels, m_cluster.label_sets, labels, hash);
}

const model::PodSpec* Sharing::pod_spec(const model::PodSpec& spec) {
  return find_or_add(m_specs, m_cluster.pod_specs, spec, hash_of_fields(spec));
}

const model::Owner* Sharing::owner(const model::Owner& owner) {
  return find_or_add(m_owners, m_cluster.owners, owner, hash_of_fields(owner));
}

const std::vector<model::NodeImage>* Sharing::images(const std::vector<model::NodeImage>& images) {
  return find_or_add(m_images, m_cluster.image_lists, images, hash_of_fields(images));
}

model::ResourceId Sharing::resource(std::string_view name) {
  if (const auto known = m_cluster.resources.find(name)) { return *known; }
  return m_cluster.resources.intern(m_cluster.strings.intern(name));
}

} // namespace snapshot
