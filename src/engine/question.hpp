// SPDX-License-Identifier: Apache-2.0
// Question about a cluster: which report to create, for which groups and pods.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/fix.hpp"
#include "model/report/report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Remedies to search for groups that do not fit.
struct RemedyOptions {
  std::int32_t most = 0;                  // maximum per group
  std::vector<model::FixKind> kinds = {}; // empty: all
  std::size_t threads = 0;                // at most; 0: as many as the processors and the size of the cluster suggest
};

// Content of the report's `picture`: Cluster also shows what each remedy changes; ClusterAndAttempts adds every attempt
// of the run.
enum class PictureOf : std::uint8_t { Nothing, Cluster, ClusterAndAttempts };

// Further questions about the job of a manifest.
struct SizingOptions {
  bool how_many = false, largest = false;
  std::int64_t limit = 1000; // maximum of copies and replicas to count
};

struct Question {
  model::ReportKind kind = model::ReportKind::Explanation;
  // Both in ascending order.
  std::vector<model::GroupIndex> groups;     // groups to report; queue: see also namespace_name
  std::vector<model::PodIndex> pods;         // pending pods without a group to report
  std::vector<model::PodIndex> members = {}; // of `groups`: those whose own fate is asked, too
  bool by_owner = false;                     // explain: a workload is asked about, with the pods that it lacks
  std::optional<std::string> namespace_name; // queue: show only these rows
  bool alone = false;                        // bind: ignore pending pods outside of `groups` and `pods`
  bool attempts = true;                      // queue: report each attempt, which takes memory
  bool scores = false;                       // queue: report the scores of each attempt
  RemedyOptions remedies = {};
  bool looks_ahead = false;                      // report the foresight of each group
  bool robust = false;                           // report the robustness of each group
  std::vector<model::Expansion> expansions = {}; // dry-run and lint: what the manifest would create
  SizingOptions sizing = {};                     // dry-run
  PictureOf picture = PictureOf::Nothing;
  bool strict = false; // count assumed replies as not asked
  // explain and lint without a name: pods of the asked namespaces that could not be read, as in
  // ClusterSnapshot::unread.
  std::vector<std::string> unread_pods = {};
};

// True if the question includes the pod or its group.
bool is_asked(const Question& question, const model::Pod& pod, model::PodIndex index);

} // namespace engine
