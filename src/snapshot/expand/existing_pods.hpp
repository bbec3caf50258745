// SPDX-License-Identifier: Apache-2.0
// The pods of the input, as a controller finds its own among them.
#pragma once

#include "snapshot/expand/current_object.hpp"
#include "snapshot/groups/owners.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

class ExistingPods : public CurrentObject {
 public:
  // Pods that the source already owns, directly or through others, by key; includes finished pods.
  std::vector<model::PodIndex> pods_of(const Source& source) const;
  std::vector<model::PodIndex> live_pods_of(const Source& source) const;
  // True if the pod has no controller and the selector matches it: then a controller of its namespace adopts it.
  // (controller_ref_manager.go, ClaimObject)
  static bool is_orphan_for(const model::Pod& pod, const model::Selector& selector);
  // Live pods that the source would adopt, in the order of their names.
  std::vector<model::PodIndex> orphans_of(const Source& source, const model::Selector& selector) const;
  const Workload* existing(const Source& source) const; // the object itself, if the snapshot contains it
  // False if neither this owner nor one above it has the name of the current manifest object or of one that it makes.
  bool may_be_below_top(const model::Owner* owner) const;
  const model::Pod* find_pod(std::string_view namespace_name, std::string_view name) const;
  // True if the snapshot, as it was at the first question, has a pod in the namespace.
  bool has_pods_in(std::string_view namespace_name);

 protected:
  ExistingPods(Collected& collected, Manifest& manifest)
      : CurrentObject(collected, manifest), m_owners(collected.workloads) {}
  ~ExistingPods() = default;

 private:
  Owners m_owners;
  std::map<std::string, bool, std::less<>> m_has_pods; // by namespace
};

} // namespace snapshot
