// SPDX-License-Identifier: Apache-2.0
// From a picture to what bind would write.
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

// Groups and pods of no group by namespace and name, so that they can be found again in another picture.
struct BindTargets {
  using Name = std::pair<std::string, std::string>;
  std::set<Name> groups, pods;
  bool empty() const { return groups.empty() && pods.empty(); }
};

std::string name_text(const BindTargets::Name& name); // "ml/train"

// The name of a batch: a group's, or namespace and "pod/NAME".
BindTargets::Name batch_name(const std::string& namespace_name, const std::string& group, const std::string& pod);
BindTargets targets_of_batch(const BindTargets::Name& batch); // the one that it is about

// What is bound together: a group's pods, or one pod of no group.
struct Batch {
  BindTargets::Name name;
  bool is_group = true;
  std::string label;         // on a group's pods; its value is the group's name
  bool across_nodes = false; // a pod has constraints that look at pods on other nodes
  std::vector<kube::Binding> bindings;
};

struct BindPlan {
  model::Report report;
  std::vector<Batch> batches; // in the order of the queue
};

// Where the cluster cannot be judged now: a list that was there is denied, as by a server that is just starting.
class IncompletePicture : public util::Error {
 public:
  using util::Error::Error;
};

// Reads the cluster and settles what time it is. Throws IncompletePicture where nodes or pods may not be read.
model::ClusterSnapshot read_picture(BindInput& input, Session& session);

// Restricts the rules to the pods of that schedulerName, without preemption: bind evicts nobody. Throws util::Error
// where --scheduler-config has no profile of that name.
void restrict_to_scheduler(engine::Options& options, const std::string& scheduler_name);

// What the selection means in this picture: groups with a member of that schedulerName, and pods of it with
// --with-pods. Throws util::Error where a name names nothing, or a pod that needs --with-pods.
BindTargets targets_of(const BindInput& input, const model::ClusterSnapshot& cluster);

// Whether the other pending pods are simulated too. A group that has been bound in part is finished first, as if it
// were alone: it holds room that nobody else can use.
enum class Others { Simulated, Absent };

// Targets that are gone from the picture are not planned for.
BindPlan plan_bindings(const BindInput& input, const model::ClusterSnapshot& cluster, const BindTargets& targets,
                       Others others);

// One sentence on pending pods of other schedulers, which stay as they are; empty: there are none.
std::string others_remark(const BindInput& input, const model::ClusterSnapshot& cluster);

} // namespace commands
