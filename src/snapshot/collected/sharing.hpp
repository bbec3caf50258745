// SPDX-License-Identifier: Apache-2.0
// Stores equal values once: label sets, pod specs, owners, image lists.
//
// Decoders fill their structs with views into the current document, which soon ceases to exist. Sharing looks for an
// equal struct by hash, and copies the strings into the snapshot's pool only if there is none. So the thousandth equal
// worker costs one hash, one comparison and no string.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstddef>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace snapshot {

class Sharing {
 public:
  // Adds new values to `cluster`, which must not move.
  explicit Sharing(model::ClusterSnapshot& cluster) : m_cluster(cluster) {}

  const model::Labels* labels(const model::Labels& labels) { return this->labels(labels, hash_of(labels)); }
  // For callers that know the hash; hash_of needs no Sharing object.
  const model::Labels* labels(const model::Labels& labels, std::size_t hash);
  static std::size_t hash_of(const model::Labels& labels);
  const model::PodSpec* pod_spec(const model::PodSpec& spec);
  const model::Owner* owner(const model::Owner& owner);
  const std::vector<model::NodeImage>* images(const std::vector<model::NodeImage>& images);

  std::string_view text(std::string_view text) { return m_cluster.strings.intern(text); } // for strings that repeat
  std::string_view unique_text(std::string_view text) { return m_cluster.strings.keep(text); }
  model::ResourceId resource(std::string_view name);
  model::ResourceNames& resource_names() { return m_cluster.resources; }

 private:
  template <typename T>
  using Index = std::unordered_multimap<std::size_t, const T*>;

  template <typename T>
  const T* find_or_add(Index<T>& index, std::deque<T>& all, const T& wanted, std::size_t hash);

  model::ClusterSnapshot& m_cluster;
  Index<model::Labels> m_labels;
  Index<model::PodSpec> m_specs;
  Index<model::Owner> m_owners;
  Index<std::vector<model::NodeImage>> m_images;
};

} // namespace snapshot
