// SPDX-License-Identifier: Apache-2.0
// The common part of explain, dry-run and queue: takes a cluster, rules and what-ifs, and prints a report.
#pragma once

#include "commands/flags/cluster_flags.hpp"
#include "commands/flags/output_flags.hpp"
#include "commands/flags/rules_flags.hpp"
#include "commands/flags/what_if_flags.hpp"
#include "document/bytes/item.hpp"
#include "engine/answer/answer.hpp"
#include "model/report/report.hpp"
#include "snapshot/build/builder.hpp"

#include <string>
#include <vector>

namespace commands {

// Flags that every command takes, so that an alias with some of them works everywhere.
struct GlobalFlags {
  ClusterFlags cluster;
  RulesFlags rules;
  MessageFlags messages;
};

// `cluster` decides which help lists --from, --now and -n: commands that read a cluster also have them in their own.
void add_flags(CLI::App& app, GlobalFlags& flags, Listed cluster);

struct RequestFlags {
  GlobalFlags global;
  WhatIfFlags what_ifs;
  OutputFlags output;
};

void add_flags(CLI::App& app, RequestFlags& flags, model::ReportKind kind);

struct Request {
  ClusterInput cluster;
  engine::Options options; // without the time, which may come from the cluster: options_at
  std::vector<WhatIfFlags::Change> what_ifs;
  Output output;
  Messages messages;
};

// Checks all flags before it reads any cluster. `files` are other inputs: only one may be "-".
Request resolve(const RequestFlags& flags, const Session& session, const std::vector<std::string>& files = {});

// The same for a command without what-ifs.
Request resolve(const GlobalFlags& global, const OutputFlags& output, const Session& session,
                const std::vector<std::string>& files = {});

// Throws UsageError if two inputs use standard input.
void refuse_second_stdin(const std::vector<std::string>& sources, const std::vector<std::string>& files);

// Reads the sources, or the live cluster, and applies the what-ifs.
snapshot::Builder read_cluster(const Request& request, Session& session);

// The time for which an answer holds: --now, else the time in the data, else the clock.
struct Now {
  model::Time time;
  bool is_clock = false;
};
Now now_of(const Request& request, const snapshot::Builder& builder, const Session& session);
engine::Options options_at(const Request& request, const Now& now);
// Adds the assumption that now is the clock's time, if it is.
void note_clock(const Now& now, model::Report& report);

// Warns about odd objects, missing lists and unknown plugins.
void print_warnings(const model::ClusterSnapshot& cluster, const Request& request, Session& session);

// True if the user may not list pods. A report says so.
bool are_pods_denied(const model::ClusterSnapshot& cluster);

// Without the list of pods an empty result is no answer: throws util::Error.
void refuse_without_pods(const model::ClusterSnapshot& cluster);

// Prints what the files may lack, for a user who found nothing.
void print_hints(const model::ClusterSnapshot& cluster, const Request& request, Session& session);

// The parts of the cluster that the output draws. They cost a look at every node, so other outputs omit them.
engine::PictureOf picture_for(const Request& request);

// Adds the flags and assumptions to the report, prints it, and returns the exit status. `style`: of the request, or one
// that suits the report better.
int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request,
                 const report::Style& style, Session& session);
int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request, Session& session);

} // namespace commands
