// SPDX-License-Identifier: Apache-2.0
// A pod template with the changes that a controller makes before it creates pods. We decode the same value that
// --expand prints.
#pragma once

#include "document/reading/editing.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/groups/group_plan.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

class PodTemplate {
 public:
  // Throws DecodeError if it is not an object or has no spec, or if metadata, labels or annotations are not objects.
  PodTemplate(document::Value value, const Path& path);

  void set_label(std::string_view key, std::string_view value);
  void set_annotation(std::string_view key, std::string_view value);
  std::string_view annotation(std::string_view key) const; // empty if absent

  std::string_view scheduler_name() const; // empty if absent
  void set_scheduler_name(std::string_view name);

  // Makes the pods members of the group in the way of its dialect.
  void join(const GroupPlan& group);
  bool has_joined() const { return m_joined; }

  // Keeps pods with this label and value in one domain of `topology`, without pods that have another value: adds to the
  // required (anti-)affinity. (SetExclusiveAffinities of JobSet, LeaderWorkerSet and RoleBasedGroup)
  enum class Namespaces : bool { Own, All };
  void make_exclusive(std::string_view label, std::string_view value, std::string_view topology, Namespaces namespaces);

  // Adds an init container or a sidecar that the controller injects. `list` is "containers" or "initContainers".
  using Amounts = std::vector<std::pair<std::string_view, std::string_view>>;
  void inject(std::string_view list, std::string_view name, const Amounts& requests, const Amounts& limits);

  document::Output& spec() { return m_template["spec"]; }
  document::Output& containers(); // never throws; creates an empty list if there is none
  const document::Output& output() const { return m_template; }

 private:
  document::Output m_template;
  bool m_joined = false;
};

// Returns an object such as {cpu: 50m, memory: 10Mi}.
document::Output object_of(const PodTemplate::Amounts& amounts);

} // namespace snapshot
