// SPDX-License-Identifier: Apache-2.0
// The parts of a KubeSchedulerConfiguration about other programs: extenders, leader election, and the connection to the
// API server. They decide nothing that is simulated, but kube-scheduler refuses to start with invalid ones.
#pragma once

#include "model/cluster/scheduler_configuration.hpp"
#include "snapshot/collected/fields.hpp"

#include <string>
#include <vector>

namespace snapshot {

struct Extenders {
  std::vector<model::NotSimulated> all; // with the resources whose pods they see
  std::vector<std::string> ignored;     // resources that NodeResourcesFit leaves to them
};

// Each throws DecodeError if kube-scheduler would not start.
Extenders extenders_of(document::Value list, const Path& path);
void check_leader_election(document::Value value, const Path& path);
void check_client_connection(document::Value value, const Path& path);

} // namespace snapshot
