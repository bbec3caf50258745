// SPDX-License-Identifier: Apache-2.0
// More jobs like the one of the manifest: its pods and groups again under other names, as of somebody who submits the
// same manifest with all its names changed.
//
// The names of its groups, pods and owners are replaced wherever they stand as a value of a label or in the pods' own
// selectors, so that members look for their own siblings. What the job shares with others (claims, services) is shared
// by its copies too. A copy's names sort as the originals do: the blank of " (copy 2)" comes before all characters that
// names may have.
#pragma once

#include "engine/sizing/job.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Copier {
 public:
  // Copies come to be at `now`, each a microsecond after the one before it, so that they queue in their order.
  Copier(model::ClusterSnapshot& cluster, const Job& job, model::Time now);

  // Appends copy `number`, pending and nowhere placed. The picture has to be sorted by names afterwards; until then the
  // numbers of all other pods and groups, `job`'s among them, stay as they are.
  Job add(const Job& job, std::int64_t number);

 private:
  using GroupPlaces = std::map<model::GroupIndex, model::GroupIndex>;
  using PodPlaces = std::map<model::PodIndex, model::PodIndex>;
  GroupPlaces add_groups(const Job& job);
  PodPlaces add_pods(const Job& job, const GroupPlaces& groups);
  void add_members(const GroupPlaces& groups, const PodPlaces& pods);
  void add_waits(const PodPlaces& pods);
  void add_charges(const Job& job, const PodPlaces& pods);

  std::string_view renamed(std::string_view name);
  const model::Labels* renamed(const model::Labels* labels);
  const model::PodSpec* renamed(const model::PodSpec* spec);
  bool has_names(const model::PodSpec& spec) const;

  model::ClusterSnapshot& m_cluster;
  model::Time m_now;
  std::set<std::string_view> m_names;                 // that a copy replaces
  std::map<std::string_view, std::int32_t> m_charges; // of its pods, by their names
  const model::PendingStatus* m_untried = nullptr;

  // Of the copy that is being made.
  std::string m_suffix;
  model::Time m_created;
  std::map<const model::PodSpec*, const model::PodSpec*> m_specs; // so that equal members stay one class
};

// The text without what tells a copy from the job.
std::string without_copy_number(std::string_view name);

} // namespace engine
