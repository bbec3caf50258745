// SPDX-License-Identifier: Apache-2.0
// Objects of a manifest that exist already: applying the file updates them. What a controller then does, such as a
// rollout, is not simulated, so an answer is open where the file changes more than a number of replicas.
#pragma once

#include "snapshot/expand/expander.hpp"
#include "snapshot/expand/manifest.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace snapshot {

class ExistingObjects {
 public:
  // The objects outlive this.
  explicit ExistingObjects(const std::deque<KeptObject>& objects);

  // Gives the objects of the manifest the numbers of pods and the switches that kubectl apply keeps: fields that the
  // file leaves out, unless an earlier apply had set them. Call before expanding any object.
  void fill_in(Manifest& manifest, Collected& collected) const;

  // Notes that the object is being deleted or is finished, and what the file changes in it: what the API server refuses
  // to change, and what changes pods. Call after expander.begin(object).
  void note(const KeptObject& object, Expander& expander) const;

  // Notes that the object of a group is being deleted, and what the file changes in a native group or its Workload,
  // whose spec is fixed.
  void note_group(const KeptObject& object, Expander& expander) const;

 private:
  const KeptObject* find(const KeptObject& object, std::string_view default_namespace) const;

  std::unordered_map<std::string, const KeptObject*> m_objects; // by "group/kind/namespace/name"
};

} // namespace snapshot
