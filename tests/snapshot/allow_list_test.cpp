// SPDX-License-Identifier: Apache-2.0
// Compares the allow-list with the decoders, by tests/data/every-field.yaml.
#include "snapshot/collected/allow_list.hpp"

#include "document/reading/json_line.hpp"
#include "document/reading/reader.hpp"
#include "snapshot/objects.hpp"
#include "snapshot/objects/kinds.hpp"
#include "snapshot/save/cut.hpp"

#include <functional>
#include <set>

namespace {

using document::Value;
using snapshot::Field;

constexpr const char* k_file = GANG_TEST_DATA "/every-field.yaml";

void each_item(const std::function<void(const document::Item&)>& visit) {
  document::read(k_file, {}, visit, [](const util::Problem& problem) { FAIL(problem.message); });
}

bool is_leaf(const Field& field) {
  return field.content == snapshot::Content::Document ||
         (field.members.empty() && field.element.empty() && field.any.empty());
}

// "Pod spec.taints[].key" for every field that the table keeps.
void add_rows(const Field& field, const std::string& path, std::set<std::string>& rows) {
  if (is_leaf(field) && field.kept) { rows.insert(path); }
  if (field.content == snapshot::Content::Document) { return; }
  for (const Field::Member& member : field.members) {
    add_rows(member.field, path + "." + std::string(member.name), rows);
  }
  if (!field.element.empty()) { add_rows(field.element.front(), path + "[]", rows); }
  if (!field.any.empty()) { add_rows(field.any.front(), path + "{}", rows); }
}

// Removes the rows for which `value` has something.
void strike_rows(Value value, const Field& field, const std::string& path, std::set<std::string>& rows) {
  if (value.absent()) { return; }
  if (is_leaf(field)) { rows.erase(path); }
  for (const auto [key, member] : value.members()) {
    if (const Field* const below = field.find(key)) {
      strike_rows(member, *below, path + "." + std::string(key), rows);
    }
    if (!field.any.empty()) { strike_rows(member, field.any.front(), path + "{}", rows); }
  }
  if (field.element.empty()) { return; }
  for (const Value element : value.elements()) { strike_rows(element, field.element.front(), path + "[]", rows); }
}

std::string name_of(const document::Item& item) { return std::string(item.api_version) + " " + std::string(item.kind); }

// The item after the cut, without the leaf at `gone`.
std::string cut_line(const document::Item& item, const std::string& gone = {}) {
  const snapshot::AllowedKind& allowed = *snapshot::find_allowed(snapshot::api_group_of(item.api_version), item.kind);
  Field root = allowed.root;
  const std::function<void(Field&, const std::string&)> remove = [&](Field& field, const std::string& path) {
    std::erase_if(field.members,
                  [&](const Field::Member& member) { return path + "." + std::string(member.name) == gone; });
    if (path + "[]" == gone) { field.element.clear(); }
    if (path + "{}" == gone) { field.any.clear(); }
    for (Field::Member& member : field.members) { remove(member.field, path + "." + std::string(member.name)); }
    for (Field& element : field.element) { remove(element, path + "[]"); }
    for (Field& entry : field.any) { remove(entry, path + "{}"); }
  };
  if (!gone.empty()) { remove(root, ""); }
  document::Tree tree;
  snapshot::NewestTime newest;
  tree.begin_object();
  tree.key("apiVersion");
  tree.string(item.api_version);
  tree.key("kind");
  tree.string(item.kind);
  snapshot::cut(item.value, root, snapshot::text_as_it_is, tree, newest);
  tree.end();
  std::string line;
  document::append_json_line(line, tree.root());
  return line;
}

// Empty if the decoders read both the same. Two objects of one name that differ in anything they keep are an error.
std::string difference(const document::Item& whole, const std::string& line) {
  snapshot::Builder builder;
  builder.add(whole);
  tests::add(builder, line, "cut");
  try {
    const auto cluster = builder.finish();
    return cluster.problems.empty() ? "" : cluster.problems.front().message;
  } catch (const util::Error& error) { return error.what(); }
}

// False for rows whose loss two objects of one name do not show: of kinds that the builder does not compare whole, or
// that serve answers about other objects. tests/snapshots.py compares the answers for these.
bool is_compared(std::string_view kind, const std::string& row) {
  static const std::set<std::string_view> not_compared = {"Event",
                                                          "LimitRange",
                                                          "RuntimeClass",
                                                          "Workload",
                                                          "ServiceAccount",
                                                          "WorkloadPriorityClass",
                                                          "CompositePodGroup",
                                                          "ConfigMap",
                                                          "CustomResourceDefinition",
                                                          "ResourceClaimTemplate",
                                                          "Scheduler"};
  static const std::set<std::string> for_its_pods = {".status.succeeded", ".status.completedIndexes",
                                                     ".status.failedIndexes", ".spec.activeDeadlineSeconds",
                                                     ".status.startTime"};
  static const std::set<std::string_view> may_fail = {"Deployment", "ReplicaSet", "ReplicationController"};
  if (may_fail.contains(kind) && row.starts_with(".status.conditions")) { return false; } // the message changes
  if (kind == "Deployment" && row == ".spec.template") { return false; }     // of operators, for objects of a manifest
  if (row.find("/last-applied-configuration") != row.npos) { return false; } // for a change by a manifest
  if (row == ".metadata.namespace") { return false; }                        // another namespace means another object
  if (kind == "CronJob" && row == ".status.active[].name") { return false; } // for a change by a manifest
  return !not_compared.contains(kind) && !(kind == "Job" && for_its_pods.contains(row));
}

} // namespace

TEST_CASE("every-field.yaml contains every row of the allow-list") {
  std::set<std::string> rows;
  each_item([&](const document::Item& item) {
    const auto* const allowed = snapshot::find_allowed(snapshot::api_group_of(item.api_version), item.kind);
    REQUIRE(allowed != nullptr);
    add_rows(allowed->root, std::string(allowed->api_group) + " " + std::string(allowed->kind) + " ", rows);
  });
  each_item([&](const document::Item& item) {
    const auto* const allowed = snapshot::find_allowed(snapshot::api_group_of(item.api_version), item.kind);
    strike_rows(item.value, allowed->root, std::string(allowed->api_group) + " " + std::string(allowed->kind) + " ",
                rows);
  });
  for (const std::string& row : rows) { UNSCOPED_INFO(row); }
  CHECK(rows.empty());
}

TEST_CASE("cut() removes only fields that the decoders do not read") {
  each_item([](const document::Item& item) {
    INFO(name_of(item) << " " << item.value["metadata"]["name"].text());
    CHECK(difference(item, cut_line(item)).empty());
  });
}

TEST_CASE("without any one row the decoders read some object differently") {
  std::set<std::string> silent;
  std::set<std::string> shown;
  each_item([&](const document::Item& item) {
    const auto* const allowed = snapshot::find_allowed(snapshot::api_group_of(item.api_version), item.kind);
    std::set<std::string> rows;
    add_rows(allowed->root, "", rows);
    for (const std::string& row : rows) {
      if (!is_compared(item.kind, row)) { continue; }
      const std::string name = std::string(allowed->api_group) + " " + std::string(item.kind) + " " + row;
      (difference(item, cut_line(item, row)).empty() ? silent : shown).insert(name);
    }
  });
  for (const std::string& row : shown) { silent.erase(row); }
  for (const std::string& row : silent) { UNSCOPED_INFO(row); }
  CHECK(silent.empty());
}
