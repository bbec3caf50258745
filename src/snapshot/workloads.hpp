// SPDX-License-Identifier: Apache-2.0
// The workload kinds: objects that a controller turns into pods.
//
// A new kind is one file under workloads/ and one row in workloads.cpp.
#pragma once

#include "snapshot/expander.hpp"

#include <span>
#include <string>
#include <string_view>

namespace snapshot {

struct WorkloadKind {
  std::string_view api_group, kind;
  void (*expand)(const KeptObject& object, Expander& expander); // throws DecodeError
};

std::span<const WorkloadKind> workload_kinds();
const WorkloadKind* find_workload_kind(std::string_view api_group, std::string_view kind);
std::string known_workload_kinds(); // "CronJob, DaemonSet, … and StatefulSet"

// The rows, each in its file.
void expand_pod(const KeptObject& object, Expander& expander);
void expand_job(const KeptObject& object, Expander& expander);
void expand_cron_job(const KeptObject& object, Expander& expander);
void expand_replicas(const KeptObject& object, Expander& expander); // Deployment, ReplicaSet, ReplicationController
void expand_stateful_set(const KeptObject& object, Expander& expander);
void expand_daemon_set(const KeptObject& object, Expander& expander);

// A Job's spec, of a Job object or of a CronJob's template.
void expand_job_spec(const Source& source, document::Value spec, const Path& path, Expander& expander);

} // namespace snapshot
