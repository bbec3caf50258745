// SPDX-License-Identifier: Apache-2.0
// Selection of the groups and pods to show: -A, -l and names.
#pragma once

#include "commands/line/flag_group.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/link/targets.hpp"

#include <optional>
#include <string>
#include <vector>

namespace commands {

struct SelectionFlags {
  bool all_namespaces = false;
  std::string selector;
};

void add_flags(CLI::App& app, SelectionFlags& flags);

struct Selection {
  std::optional<std::string> namespace_name; // nullopt: all
  std::optional<model::ParsedSelector> selector;
  std::vector<std::string> names;
};

// Throws UsageError if a name is an existing file: objects could have such names, but the user means the file. Call it
// before the cluster is resolved: without a kubeconfig the file is what is missing after --from.
void refuse_files_as_names(const std::vector<std::string>& names);

// Throws UsageError if -l is invalid, and if names come with -A or -l.
Selection resolve(const SelectionFlags& flags, const std::string& namespace_name,
                  const std::vector<std::string>& names);

// True if everything is asked for, or all objects of a kind, and no single object.
bool names_everything(const Selection& selection, const model::ClusterSnapshot& cluster);

// Throws util::Error if a part of the sources could not be read.
void refuse_unread_parts(const model::ClusterSnapshot& cluster);

// Pods of the selected namespaces that could not be read, if everything is asked for: one of them may be meant. A pod
// without a namespace counts in every namespace, and so does an unread part of a source.
std::vector<std::string> unread_pods(const Selection& selection, const model::ClusterSnapshot& cluster);

// Throws util::Error for a name that does not exist.
snapshot::Targets select(const Selection& selection, const model::ClusterSnapshot& cluster);

// "in ml namespace", or nothing for all namespaces: for sentences in kubectl's style.
std::string where(const std::optional<std::string>& namespace_name);

// "No pod groups found in default namespace. There are some in ml: choose with -n, or take all with -A."; of a kind
// alone "No deployments found in default namespace." The second sentence is for a user who forgot -n.
std::string no_groups_found(const Selection& selection, const model::ClusterSnapshot& cluster);

// For an answer about nothing: throws util::Error if the selected namespace does not exist, with a near miss.
void refuse_missing_namespace(const Selection& selection, const model::ClusterSnapshot& cluster);

} // namespace commands
