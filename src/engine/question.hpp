// SPDX-License-Identifier: Apache-2.0
// What is asked about a cluster.
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

// Which remedies to look for, for groups that do not fit.
struct RemedyOptions {
  std::int32_t most = 0;                  // how many at most for each group
  std::vector<model::FixKind> kinds = {}; // empty: all
};

// What to draw: Report::picture, and with it what each remedy changes; Attempts adds every attempt of the run.
enum class PictureOf : std::uint8_t { Nothing, Cluster, ClusterAndAttempts };

// What else to find out about the job of a manifest.
struct SizingOptions {
  bool how_many = false, largest = false;
  std::int64_t limit = 1000; // of copies and replicas that are counted
};

struct Question {
  model::ReportKind kind = model::ReportKind::Explanation;
  // Both ascending.
  std::vector<model::GroupIndex> groups; // to be reported; queue: rows of these namespaces only (see namespace_name)
  std::vector<model::PodIndex> pods;     // pending pods of no group to be reported
  std::optional<std::string> namespace_name; // queue: show only these rows
  bool alone = false;                        // bind: the pending pods of `groups` and `pods` are the only ones
  bool scores = false;                       // queue: with each attempt's scores
  RemedyOptions remedies = {};
  bool looks_ahead = false;                      // with each group's foresight
  bool robust = false;                           // with each group's robustness
  std::vector<model::Expansion> expansions = {}; // dry-run and lint: what the manifest became
  SizingOptions sizing = {};                     // dry-run
  PictureOf picture = PictureOf::Nothing;
  bool strict = false; // what is assumed counts as not asked
};

// Whether the pod, or its group, is among those that the question is about.
bool is_asked(const Question& question, const model::Pod& pod, model::PodIndex index);

} // namespace engine
