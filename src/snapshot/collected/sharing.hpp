// SPDX-License-Identifier: Apache-2.0
// Equal things once: label sets, pod specs, owners, image lists.
//
// Decoders fill their structs with views into the document that is being read, which is gone a moment later. Handing
// such a struct to Sharing looks for an equal one by hash; only when there is none its texts are copied into the
// snapshot's pool. So the thousandth equal worker costs one hash and one comparison, and no text.
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
  // `cluster` gets what is new and must stay where it is.
  explicit Sharing(model::ClusterSnapshot& cluster) : m_cluster(cluster) {}

  const model::Labels* labels(const model::Labels& labels) { return this->labels(labels, hash_of(labels)); }
  // The same where the hash is known already; hash_of needs nothing of this object.
  const model::Labels* labels(const model::Labels& labels, std::size_t hash);
  static std::size_t hash_of(const model::Labels& labels);
  const model::PodSpec* pod_spec(const model::PodSpec& spec);
  const model::Owner* owner(const model::Owner& owner);
  const std::vector<model::NodeImage>* images(const std::vector<model::NodeImage>& images);

  std::string_view text(std::string_view text) { return m_cluster.strings.intern(text); } // that repeats
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
