// SPDX-License-Identifier: Apache-2.0
// Steps that all simulating commands share.
#include "commands/reading/request.hpp"

#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/cluster_reader.hpp"
#include "commands/reading/omitted_lists.hpp"
#include "commands/reading/version.hpp"
#include "document/reading/reader.hpp"
#include "report/write.hpp"
#include "snapshot/save/snapshot_head.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstddef>

namespace commands {

namespace {

// Passes the known facts about the source to the builder in the form of a snapshot's head, so that both count alike.
void add_head(const snapshot::Taken& taken, snapshot::Builder& builder) {
  document::read_text(
      snapshot::head_text(taken), "the live cluster", {}, [&](const document::Item& item) { builder.add(item); },
      [&](util::Problem problem) { builder.add_problem(std::move(problem)); });
}

std::string live_source(const kube::Connection& connection) {
  return connection.context.empty() ? connection.server : util::concat("context ", connection.context);
}

int exit_status(const model::Report& report) {
  if (report.verdict == model::Verdict::Unknown) { return k_could_not_tell; }
  if (report.kind == model::ReportKind::QueueReport) { return k_yes; } // it could be computed
  return report.verdict == model::Verdict::Yes ? k_yes : k_no;
}

} // namespace

void add_flags(CLI::App& app, GlobalFlags& flags, Listed cluster) {
  add_flags(app, flags.cluster, cluster);
  add_flags(app, flags.rules);
  add_flags(app, flags.messages);
}

void add_flags(CLI::App& app, RequestFlags& flags, model::ReportKind kind) {
  add_flags(app, flags.global, Listed::InBoth);
  add_flags(app, flags.what_ifs, kind);
  add_flags(app, flags.output, kind);
}

Request resolve(const GlobalFlags& global, const OutputFlags& output, const Session& session,
                const std::vector<std::string>& files) {
  Request request;
  request.output = resolve(output, global.messages, session);
  request.messages = resolve(global.messages, session);
  request.cluster = resolve(global.cluster, session);
  refuse_second_stdin(request.cluster.sources, files);
  request.options = resolve(global.rules);
  return request;
}

Request resolve(const RequestFlags& flags, const Session& session, const std::vector<std::string>& files) {
  Request request = resolve(flags.global, flags.output, session, files);
  request.what_ifs = flags.what_ifs.changes;
  for (WhatIfFlags::Change& change : request.what_ifs) {
    change.what_if.default_namespace = request.cluster.namespace_name;
  }
  return request;
}

void refuse_second_stdin(const std::vector<std::string>& sources, const std::vector<std::string>& files) {
  const auto uses = std::count(sources.begin(), sources.end(), "-") + std::count(files.begin(), files.end(), "-");
  if (uses > 1) {
    throw UsageError("- stands for standard input, which can be read only once: save one of the inputs to a file");
  }
}

snapshot::Builder read_cluster(const Request& request, Session& session) {
  const auto keep = request.cluster.for_manifest ? snapshot::KeepWorkloads::Yes : snapshot::KeepWorkloads::No;
  snapshot::Builder builder(keep);
  const ObjectSinks sinks = {[&] { builder = snapshot::Builder(keep); },
                             [&](const document::Item& item) { builder.add(item); },
                             [&](util::Problem problem) { builder.add_problem(std::move(problem)); }};
  const snapshot::Taken taken = read_objects(request.cluster, sinks, request.messages, session);
  if (taken.complete) { add_head(taken, builder); }
  for (const WhatIfFlags::Change& change : request.what_ifs) { builder.apply(change.what_if); }
  return builder;
}

Now now_of(const Request& request, const snapshot::Builder& builder, const Session& session) {
  std::optional<model::Time> now = request.cluster.now;
  if (!now) { now = builder.natural_now(); }
  return {now ? *now : session.clock(), !now};
}

engine::Options options_at(const Request& request, const Now& now) {
  engine::Options options = request.options;
  options.now = now.time;
  return options;
}

void note_clock(const Now& now, model::Report& report) {
  if (!now.is_clock) { return; }
  report.general_assumptions.emplace_back("now is this machine's clock (the input has no timestamps; --now)");
}

void print_warnings(const model::ClusterSnapshot& cluster, const Request& request, Session& session) {
  for (const std::string& sentence : request.options.configuration.warnings) {
    print_warning(sentence, request.messages, session);
  }
  print_omitted(cluster.omitted, request.messages, session);
  print_problems(cluster.problems, request.messages, session);
}

bool are_pods_denied(const model::ClusterSnapshot& cluster) {
  const auto omitted = std::ranges::find(cluster.omitted, "pods", &model::OmittedList::list);
  return omitted != cluster.omitted.end() && omitted->reason == "Forbidden";
}

void refuse_without_pods(const model::ClusterSnapshot& cluster) {
  if (are_pods_denied(cluster)) {
    throw util::Error("the pods of the cluster may not be listed (Forbidden), so the answer is unknown");
  }
  if (!cluster.lists_pods) {
    throw util::Error("the pods of the cluster are not in the input, so the answer is unknown (kubectl get pods -A -o "
                      "json prints them)");
  }
}

void print_hints(const model::ClusterSnapshot& cluster, const Request& request, Session& session) {
  for (const std::string& hint : cluster.hints) { print_note(hint, request.messages, session); }
}

engine::PictureOf picture_for(const Request& request) {
  switch (request.output.format) {
  case report::Format::Html:
    return engine::PictureOf::ClusterAndAttempts;
  case report::Format::Wide:
    return engine::PictureOf::Cluster;
  default:
    return engine::PictureOf::Nothing;
  }
}

int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request,
                 Session& session) {
  return print_report(std::move(report), cluster, request, request.output.style, session);
}

int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request,
                 const report::Style& style, Session& session) {
  for (const std::string& source : request.cluster.sources) {
    report.sources.push_back(source == "-" ? "standard input" : source);
  }
  if (request.cluster.live) { report.sources.push_back(live_source(request.cluster.live->connection)); }
  for (const WhatIfFlags::Change& change : request.what_ifs) { report.what_ifs.push_back(change.typed); }
  report.assumptions.insert(report.assumptions.end(), cluster.assumptions.begin(), cluster.assumptions.end());
  report.tool_version = tool_version();
  if (!request.output.sort_by.empty()) { report::sort_by(report, request.output.sort_by); }
  session.out << report::write(report, request.output.format, style);
  return exit_status(report);
}

} // namespace commands
