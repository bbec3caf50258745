// SPDX-License-Identifier: Apache-2.0
// Field tables of dry-run: the objects of a manifest, the number of copies, the largest size, fragmentation.
#pragma once

#include "document/yaml/writer.hpp"
#include "report/structured/queue_fields.hpp"
#include "report/words/sentences.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

inline constexpr std::string_view k_decimal = R"("type": "number", "minimum": 0)";

// A number with up to three decimals.
document::Output decimal_of_milli(std::int64_t milli);

// A Kubernetes quantity of a resource, in the format that manifests use.
std::string request_text(std::string_view resource, std::int64_t amount);

void source_fields(const std::string& kind, const std::string& namespace_name, const std::string& name, auto& fields) {
  fields.definition("source", "A manifest object that creates pods.");
  fields("kind", kind);
  fields("namespace", namespace_name, {.type = k_any_text});
  fields("name", name);
}

void each_field(const model::Expansion::Role& role, auto& fields) {
  fields.definition("role");
  fields("name", role.name, {.type = k_any_text});
  fields("count", role.count, {"Number of all pods at their declared size."});
  fields("now", role.now, {"Those that the operator creates before anything else has to happen."});
  fields.if_any("waitsFor", role.waits_for, {"The other pods wait for this."});
  fields.if_any("schedulerName", role.scheduler_name);
  fields("requests", role.requests, {"Of one pod."});
  fields("pods", role.pods);
}

void each_field(const model::Expansion::Group::Topology& topology, auto& fields) {
  fields("mode", topology.mode.empty() ? "hard" : topology.mode);
  fields.if_any("highestTierAllowed", topology.highest_tier_allowed, {.type = k_any_integer});
  fields.if_any("highestTierName", topology.highest_tier_name);
}

void each_field(const model::Expansion::Group::Part& part, auto& fields) {
  fields("name", part.name);
  fields.if_any("parent", part.parent, {"The part that contains it."});
  fields("minMember", part.min_member, {"Of its own pods; of each part, if labels divide it.", k_any_integer});
  fields.if_any("minSubGroups", part.min_sub_groups, {"Of the parts that it contains. Absent: all.", k_any_integer});
}

void each_field(const model::Expansion::Group& group, auto& fields) {
  fields.definition("expandedGroup");
  fields("dialect", group.dialect);
  fields("name", group.name);
  fields("minMember", group.min_member, {.type = k_any_integer});
  fields.if_any("minResources", group.min_resources);
  fields.if_any("minTaskMember", group.min_task_member,
                {"Volcano: quorum of each task.", R"("type": "object", "additionalProperties": {"type": "integer"})"});
  fields.if_any("networkTopology", group.network_topology, {"Volcano: the HyperNodes in which the members stay."});
  fields.if_any("subGroups", group.sub_groups, {"Its parts with their own quorum."});
  fields.if_any("condition", group.condition,
                {"An option of the operator without which the group object would not exist."});
}

void each_field(const model::Expansion& expansion, auto& fields) {
  fields.definition("expansion");
  fields("source", with_fields(expansion, [](const model::Expansion& of, auto& source) {
           source_fields(of.kind, of.namespace_name, of.name, source);
         }));
  fields("roles", expansion.roles);
  fields("groups", expansion.groups);
}

void each_field(const model::CopiesReport& copies, auto& fields) {
  fields.definition("copies", "With --how-many: the number of such jobs that start. Each copy of the whole manifest "
                              "comes after all earlier copies have their nodes.");
  fields("fit", copies.fit, {"Including the job itself."});
  fields("limit", copies.limit, {"Counting stops there.", R"("type": "integer", "minimum": 1)"});
  fields.if_any("atMost", copies.at_most,
                {"No more copies fit at once, whatever the scheduler does. Absent: not proven."});
  fields.if_any("notCounted", copies.not_counted,
                {"Limits that apply to the first job alone in this count, so that fit may differ."});
  fields.if_any("victims", copies.victims, {"Pods that the additional copies evict."});
  fields.when(!copies.next_group.empty() || !copies.next_pod.empty(), "next",
              with_fields(copies,
                          [](const model::CopiesReport& of, auto& next) {
                            const bool is_group = !of.next_group.empty();
                            next.if_any("code", is_group ? of.next_group.front().code : model::Code::None,
                                        {"Of its group."});
                            next.if_any("message", is_group              ? message(of.next_group.front())
                                                   : of.next_pod.empty() ? std::string()
                                                                         : of.next_pod.front().message);
                          }),
              {"Why one more does not start. Absent: the count reached the limit."});
}

void size_fields(const model::LargestReport& largest, auto& fields) {
  const bool is_count = largest.resource.empty();
  fields.when(is_count, "replicas", with_fields(largest, [](const model::LargestReport& of, auto& size) {
                size("asked", of.asked);
                size("greatest", of.greatest, {"0: no number works."});
              }));
  fields.when(!is_count, "request",
              with_fields(largest,
                          [](const model::LargestReport& of, auto& size) {
                            size("asked", request_text(of.resource, of.asked));
                            size("greatest", request_text(of.resource, of.greatest), {"0: no amount works."});
                          }),
              {"Quantities of the resource."});
  fields.also(R"("oneOf": [{"required": ["replicas"]}, {"required": ["resource", "request"]}])");
}

void each_field(const model::LargestReport& largest, auto& fields) {
  fields.definition("largest", "Of replicas, or of the request of each pod.");
  fields("source", with_fields(largest, [](const model::LargestReport& of, auto& source) {
           source_fields(of.kind, of.namespace_name, of.object, source);
         }));
  fields("role", largest.role, {.type = k_any_text});
  fields.if_any("resource", largest.resource);
  size_fields(largest, fields);
  fields("exact", largest.exact,
         {"Whether a proof excludes more. Otherwise the simulation does not place the next size."});
  fields.if_any("limitReached", largest.limit_reached, {"The search did not try larger ones."});
  fields.if_any("movesMinMember", largest.moves_min_member,
                {"minMember is the number of members of the group, and changes with it."});
}

void each_field(const model::FragmentationReport::StrandedNode& node, auto& fields) {
  fields("name", node.name);
  fields("free", decimal_of_milli(node.free_milli), {.type = k_decimal});
  fields("lacks", node.lacks, {"The resource whose shortage excludes most of those pods."});
  fields.if_any("new", node.is_new, {"Because of the job."});
}

void each_field(const model::FragmentationReport& row, auto& fields) {
  fields.definition("fragmentation", "Amounts in units (GPUs, cores) with up to three decimals, at rest without the "
                                     "job (Before) and with it (After), on nodes that accept any of the pods.");
  fields("resource", row.resource);
  fields("pods", row.pods,
         {"Number of pods of the cluster that request the resource.", R"("type": "integer", "minimum": 1)"});
  fields("freeBefore", decimal_of_milli(row.free_before_milli), {.type = k_decimal});
  fields("freeAfter", decimal_of_milli(row.free_after_milli), {.type = k_decimal});
  fields("unusableBefore", decimal_of_milli(row.unusable_before_milli),
         {"Free capacity of nodes that cannot take a pod: the expectation over those pods.", k_decimal});
  fields("unusableAfter", decimal_of_milli(row.unusable_after_milli), {.type = k_decimal});
  fields("strandedNodes", row.stranded,
         {"Nodes with some of it free that take none of those pods, because they lack another resource; by name."});
}

} // namespace report
