// SPDX-License-Identifier: Apache-2.0
// What explain, dry-run and queue have in common: a cluster, rules and what-ifs in, a report out.
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

// `cluster` says where --from, --now and -n are listed: also in the help of commands that read a cluster.
void add_flags(CLI::App& app, GlobalFlags& flags, Listed cluster);

struct RequestFlags {
  GlobalFlags global;
  WhatIfFlags what_ifs;
  OutputFlags output;
};

void add_flags(CLI::App& app, RequestFlags& flags, model::ReportKind kind);

struct Request {
  ClusterInput cluster;
  engine::Options options; // `now` is set by set_now
  bool now_is_clock = false;
  std::vector<WhatIfFlags::Change> what_ifs;
  std::vector<model::DeclaredObject> declared; // of the manifest that was read
  Output output;
  Messages messages;
};

// Checks everything that was typed before any cluster is read. `files` are other inputs: only one may be "-".
Request resolve(const RequestFlags& flags, const Session& session, const std::vector<std::string>& files = {});

// The same of a command that takes no what-ifs.
Request resolve(const GlobalFlags& global, const OutputFlags& output, const Session& session,
                const std::vector<std::string>& files = {});

// Throws UsageError where standard input would be read twice.
void refuse_second_stdin(const std::vector<std::string>& sources, const std::vector<std::string>& files);

// Reads the sources, or the live cluster, and applies the what-ifs.
snapshot::Builder read_cluster(const Request& request, Session& session);

// Settles what time it is: --now, else what the data says, else the clock.
void set_now(Request& request, const snapshot::Builder& builder, const Session& session);

// Warns about odd objects, lists that are missing and plugins that are not known.
void print_warnings(const model::ClusterSnapshot& cluster, const Request& request, Session& session);

// Where nothing was found because pods could not be listed, that is no answer: throws util::Error.
void refuse_without_pods(const model::ClusterSnapshot& cluster);

// Says what the files may lack, for somebody who found nothing.
void print_hints(const model::ClusterSnapshot& cluster, const Request& request, Session& session);

// What the output draws: pictures cost a look at every node, and other answers do without.
engine::PictureOf picture_for(const Request& request);

// Completes the report with what was typed and assumed, prints it, and returns the exit status.
int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request, Session& session);

} // namespace commands
