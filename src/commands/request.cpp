// SPDX-License-Identifier: Apache-2.0
// The steps that the commands that simulate share.
#include "commands/request.hpp"

#include "commands/exit_status.hpp"
#include "commands/messages.hpp"
#include "commands/usage_error.hpp"
#include "commands/version.hpp"
#include "report/write.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace commands {

namespace {

int exit_status(const model::Report& report) {
  if (report.verdict == model::Verdict::Unknown) return k_could_not_tell;
  if (report.kind == model::ReportKind::QueueReport) return k_yes; // it could be computed
  return report.verdict == model::Verdict::Yes ? k_yes : k_no;
}

} // namespace

void add_flags(CLI::App& app, GlobalFlags& flags, Listed cluster) {
  add_flags(app, flags.cluster, cluster);
  add_flags(app, flags.rules);
  add_flags(app, flags.messages);
}

void add_flags(CLI::App& app, RequestFlags& flags) {
  add_flags(app, flags.global, Listed::InBoth);
  add_flags(app, flags.what_ifs);
  add_flags(app, flags.output);
}

Request resolve(const RequestFlags& flags, const Session& session, const std::vector<std::string>& files) {
  Request request;
  request.output = resolve(flags.output, flags.global.messages, session);
  request.messages = resolve(flags.global.messages, session);
  request.cluster = resolve(flags.global.cluster);
  refuse_second_stdin(request.cluster.sources, files);
  request.options = resolve(flags.global.rules);
  request.what_ifs = flags.what_ifs.changes;
  for (WhatIfFlags::Change& change : request.what_ifs) {
    change.what_if.default_namespace = request.cluster.namespace_name;
  }
  return request;
}

void refuse_second_stdin(const std::vector<std::string>& sources, const std::vector<std::string>& files) {
  const auto uses = std::count(sources.begin(), sources.end(), "-") + std::count(files.begin(), files.end(), "-");
  if (uses > 1)
    throw UsageError("- stands for standard input, which can be read only once: save one of the inputs to a file");
}

// A folder without anything in it is a typing error, and not a cluster in which all is well.
void read_source(const std::string& source, const document::ItemSink& sink, const document::ProblemSink& problems) {
  std::size_t found = 0;
  document::read(
      source, {},
      [&](const document::Item& item) {
        ++found;
        sink(item);
      },
      [&](util::Problem problem) {
        ++found;
        problems(std::move(problem));
      });
  std::error_code ignored;
  if (found == 0 && std::filesystem::is_directory(source, ignored)) {
    throw util::Error(util::concat(source,
                                   " holds no objects: files in a folder are read when they end in .json, .yaml or "
                                   ".yml, also with .gz or .zst"));
  }
}

snapshot::Builder read_cluster(const Request& request) {
  snapshot::Builder builder;
  for (const std::string& source : request.cluster.sources) {
    read_source(
        source, [&](const document::Item& item) { builder.add(item); },
        [&](util::Problem problem) { builder.add_problem(std::move(problem)); });
  }
  for (const WhatIfFlags::Change& change : request.what_ifs) builder.apply(change.what_if);
  return builder;
}

void set_now(Request& request, const snapshot::Builder& builder, const Session& session) {
  std::optional<model::Time> now = request.cluster.now;
  if (!now) now = builder.natural_now();
  request.now_is_clock = !now;
  request.options.now = now ? *now : session.clock();
}

void print_warnings(const model::ClusterSnapshot& cluster, const Request& request, Session& session) {
  for (const std::string& sentence : request.options.configuration.warnings) {
    print_warning(sentence, request.messages, session);
  }
  for (const std::string& sentence : cluster.omitted) print_warning(sentence, request.messages, session);
  print_problems(cluster.problems, request.messages, session);
}

void print_hints(const model::ClusterSnapshot& cluster, const Request& request, Session& session) {
  for (const std::string& hint : cluster.hints) print_note(hint, request.messages, session);
}

int print_report(model::Report report, const model::ClusterSnapshot& cluster, const Request& request,
                 Session& session) {
  for (const std::string& source : request.cluster.sources) {
    report.sources.push_back(source == "-" ? "standard input" : source);
  }
  for (const WhatIfFlags::Change& change : request.what_ifs) report.what_ifs.push_back(change.typed);
  report.assumptions.insert(report.assumptions.end(), cluster.assumptions.begin(), cluster.assumptions.end());
  if (request.now_is_clock)
    report.assumptions.emplace_back("now is what this machine's clock says, as the data holds no time");
  report.tool_version = tool_version();
  report::put_into_words(report);
  session.out << report::write(report, request.output.format, request.output.style);
  return exit_status(report);
}

} // namespace commands
