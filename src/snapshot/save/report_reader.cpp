// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/report_reader.hpp"

#include "document/reading/reader.hpp"
#include "model/report/report_words.hpp"
#include "snapshot/objects/decode_snapshot_head.hpp"
#include "snapshot/save/decode_feasibility.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace snapshot {

namespace {

using document::Value;

constexpr std::array k_report_kinds = {model::ReportKind::Explanation, model::ReportKind::DryRun};

model::ReportKind kind_of(const document::Item& item) {
  const auto kind =
      std::ranges::find(k_report_kinds, item.kind, [](model::ReportKind known) { return model::word(known); });
  if (kind == k_report_kinds.end()) {
    throw util::Error(util::concat(item.place.text(), ": kind ",
                                   item.kind.empty() ? "(none)" : item.kind.substr(0, 100),
                                   " is no report that holds certificates: give what explain or dry-run prints with -o "
                                   "json or -o yaml"));
  }
  if (item.api_version != k_snapshot_version) {
    throw util::Error(util::concat(item.place.text(), ": this report is of version ", item.api_version.substr(0, 100),
                                   ", and this program reads ", k_snapshot_version));
  }
  return *kind;
}

model::Dialect dialect_of(Value value, const Path& path) {
  const std::string_view word = text_of(value, path);
  const auto facts = model::dialect_facts();
  const auto found = std::ranges::find(facts, word, &model::DialectFacts::word);
  if (found == facts.end()) { throw DecodeError(path, util::concat('"', word.substr(0, 80), "\" is no dialect")); }
  return found->dialect;
}

model::GroupVerdict verdict_of(Value value, const Path& path) {
  for (const model::GroupVerdict verdict : model::all_with_words<model::GroupVerdict>()) {
    if (model::word(verdict) == text_of(value, path)) { return verdict; }
  }
  throw DecodeError(path, util::concat('"', text_of(value, path).substr(0, 80), "\" is no verdict of a group"));
}

model::GroupReport group_of(Value object, const Path& path) {
  object_of(object, path);
  model::GroupReport group;
  group.namespace_name = text_of(required(object, "namespace", path), path["namespace"]);
  group.name = text_of(required(object, "name", path), path["name"]);
  group.dialect = dialect_of(required(object, "dialect", path), path["dialect"]);
  group.min_member = int32_of(required(object, "minMember", path), path["minMember"]);
  group.verdict = verdict_of(required(object, "verdict", path), path["verdict"]);
  const Value feasibility = object["feasibility"];
  if (feasibility.absent()) { return group; }
  try {
    group.feasibility = feasibility_of(feasibility, Path()["feasibility"]);
  } catch (const DecodeError& error) {
    throw DecodeError(path, util::concat("group ", group.namespace_name, '/', group.name, ": ", error.what()));
  }
  return group;
}

model::Report report_of(const document::Item& item) {
  const Path root;
  model::Report report;
  report.kind = kind_of(item);
  const Path metadata = root["metadata"], spec = root["spec"], status = root["status"], groups = status["groups"];
  report.captured_at = time_of(object_of(item.value["metadata"], metadata)["capturedAt"], metadata["capturedAt"]);
  const Value inputs = object_of(item.value["spec"], spec);
  report.scheduler_version = text_of(inputs["schedulerVersion"], spec["schedulerVersion"]);
  each_element(inputs["whatIf"], spec["whatIf"],
               [&](Value what_if, const Path& at) { report.what_ifs.emplace_back(text_of(what_if, at)); });
  const Value answers = object_of(required(item.value, "status", root), status);
  each_element(required(answers, "groups", status), groups,
               [&](Value group, const Path& at) { report.groups.push_back(group_of(group, at)); });
  return report;
}

} // namespace

model::Report read_report(const std::string& path) {
  std::optional<model::Report> found;
  const auto take = [&](const document::Item& item) {
    if (found) { throw util::Error(util::concat(item.place.text(), ": a second object; give one report")); }
    try {
      found = report_of(item);
    } catch (const DecodeError& error) { throw util::Error(util::concat(item.place.text(), ": ", error.what())); }
  };
  const auto refuse = [](const util::Problem& problem) {
    throw util::Error(util::concat(problem.place, ": ", problem.message));
  };
  document::read(path, {}, take, refuse);
  if (!found) { throw util::Error(util::concat(path, ": the file holds no report")); }
  return *found;
}

} // namespace snapshot
