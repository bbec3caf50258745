// SPDX-License-Identifier: Apache-2.0
// Makes more jobs like the manifest's: its pods and groups again under other names, as if a user submitted the same
// manifest with all names changed.
//
// A copy replaces the names of the job's groups, pods and owners in the values of labels and in the pods' own
// selectors, so that members look for their own siblings. Copies share everything that the job shares with others
// (claims, services), but their pods have claims of their own from templates. A copy's names sort like the originals:
// the blank of " (copy 2)" sorts before all characters that names may have.
#pragma once

#include "engine/sizing/job.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

class Copier {
 public:
  // Creates copies from `now` on, each a microsecond after the previous one, so that they queue in this order.
  Copier(model::ClusterSnapshot& cluster, const Job& job, model::Time now);

  // Appends copy `number`, pending and on no node. The caller must sort the snapshot by names afterwards. Until then
  // the indexes of all other pods and groups stay the same, including those of `job`.
  Job add(const Job& job, std::int64_t number);

 private:
  using GroupPlaces = std::map<model::GroupIndex, model::GroupIndex>;
  using PodPlaces = std::map<model::PodIndex, model::PodIndex>;
  GroupPlaces add_groups(const Job& job);
  PodPlaces add_pods(const Job& job, const GroupPlaces& groups);
  void add_members(const GroupPlaces& groups, const PodPlaces& pods);
  void add_waits(const PodPlaces& pods);
  const model::PendingStatus* status_of(const model::Pod& original);
  void add_charges(const Job& job, const PodPlaces& pods);
  void add_workloads(const PodPlaces& pods);

  std::string_view renamed(std::string_view name);
  const model::Labels* renamed(const model::Labels* labels);
  const model::PodSpec* renamed(const model::PodSpec* spec);
  const model::PodSpec* kept_on(const model::PodSpec* spec, std::string_view node);
  bool has_names(const model::PodSpec& spec) const;

  model::ClusterSnapshot& m_cluster;
  model::Time m_now;
  std::set<std::string_view> m_names;                         // names that a copy replaces
  std::map<std::string_view, std::int32_t> m_charges;         // charges of the job's pods, by pod name
  std::map<std::string_view, std::string_view> m_named_nodes; // by pod name, of pods that name their node
  const model::PendingStatus* m_untried = nullptr;
  // Claims that the resourceclaim controller makes for the job's pods from templates, by pod name.
  struct TemplateClaim {
    model::MadeClaim made;
    model::ResourceClaim claim;
  };
  std::map<std::string_view, std::vector<TemplateClaim>> m_template_claims;

  // State of the current copy.
  std::string m_suffix;
  model::Time m_created;
  std::map<const model::PodSpec*, const model::PodSpec*> m_specs; // keeps equal members in one class
  std::map<std::pair<const model::PodSpec*, std::string_view>, const model::PodSpec*> m_kept_on; // the same, by node
};

// The name without the suffix that distinguishes a copy from the job.
std::string without_copy_number(std::string_view name);
std::string without_copy_numbers(std::string sentence); // of all names in it

} // namespace engine
