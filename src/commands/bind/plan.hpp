// SPDX-License-Identifier: Apache-2.0
// Plans bind's writes from a snapshot.
#pragma once

#include "commands/bind/input.hpp"
#include "kube/api/binding.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"
#include "util/error.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace commands {

// Groups and pods of no group by namespace and name, to find them again in another snapshot.
struct BindTargets {
  using Name = std::pair<std::string, std::string>;
  std::set<Name> groups, pods;
  bool empty() const { return groups.empty() && pods.empty(); }
};

std::string name_text(const BindTargets::Name& name); // "ml/train"

// Name of a batch: a group's, or namespace and "pod/NAME".
BindTargets::Name batch_name(const std::string& namespace_name, const std::string& group, const std::string& pod);
BindTargets targets_of_batch(const BindTargets::Name& batch); // the batch's own group or pod

// Pods to bind together: those of a group, or one pod of no group.
struct Batch {
  BindTargets::Name name;
  bool is_group = true;
  std::string label;         // on all pods of a group, with its name as the value; empty: there is none
  bool across_nodes = false; // a pod has constraints that involve pods on other nodes
  std::vector<kube::Binding> bindings;
};

struct BindPlan {
  model::Report report;
  std::vector<Batch> batches; // in queue order
};

// The cluster cannot be judged now: the server denies a list that it served before, for example while it starts.
class IncompletePicture : public util::Error {
 public:
  using util::Error::Error;
};

// The cluster as it was read, the lists that the source did not hold, and the time of that.
struct Picture {
  model::ClusterSnapshot cluster;
  std::set<std::string> missing;
  Now now;
};

// Throws IncompletePicture if nodes or pods may not be read, and util::Error if a part of a file could not be read.
Picture read_picture(const BindInput& input, Session& session);

// Restricts the rules to pods of that schedulerName, without preemption: bind evicts no pods. Throws util::Error if
// --scheduler-config has no profile of that name.
void restrict_to_scheduler(engine::Options& options, const std::string& scheduler_name);

// Resolves the selection in this snapshot: groups with a member of that schedulerName, and its pods with --with-pods.
// Throws util::Error for an unknown name, or for a pod that needs --with-pods.
BindTargets targets_of(const BindInput& input, const model::ClusterSnapshot& cluster);

// Whether to simulate the other pending pods too. bind completes a partly bound group first, as if it were alone: it
// uses capacity that is useless to other pods.
enum class Others { Simulated, Absent };

// Leaves out targets that are missing in the snapshot.
BindPlan plan_bindings(const BindInput& input, const Picture& picture, const BindTargets& targets, Others others);

// One sentence about pending pods of other schedulers, which bind does not touch; empty if there are none.
std::string others_remark(const BindInput& input, const model::ClusterSnapshot& cluster);

} // namespace commands
