// SPDX-License-Identifier: Apache-2.0
// The fields of `feasibility` in the structured output (field.hpp): one table for its writer (report/structured), its
// schema, and its reader (snapshot/save). Beside the calls that field.hpp lists, these tables use
//   fields.counted(nodes, domains, is, member)    the name says what the number counts
//   fields.lists(name, member, inner, about)      a list of objects, each with one list of this name
//   fields.kind(name, bound)                      the alternative of a bound
#pragma once

#include "model/report/feasibility_report.hpp"
#include "model/report/field.hpp"

#include <concepts>
#include <type_traits>
#include <variant>

namespace model {

// T, to be read or to be written.
template <typename T, typename Of>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Of>;

inline constexpr std::string_view k_at_least_one = R"("minItems": 1)";
inline constexpr std::string_view k_frontier =
    R"("type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/count"}, "minItems": 1, "maxItems": 3}, )"
    R"("minItems": 1)";

void each_field(FieldsOf<PlacedPod> auto& placed, auto& fields) {
  fields("pod", placed.pod, {"Of the group's namespace."});
  fields("node", placed.node);
}

void each_field(FieldsOf<CountedPlaces> auto& places, auto& fields) {
  fields.definition("countedPlaces", "A number of nodes or domains that can each hold the same number of members, at "
                                     "most the size of the set.");
  fields("each", places.each);
  fields.counted("nodes", "domains", places.domains, places.count);
  fields("like", places.like, {"The first of them by name."});
}

void each_field(FieldsOf<CountedSet> auto& set, auto& fields) {
  fields("members", set.members, {.more = k_at_least_one});
  fields.if_any("domain", set.topology_key, {"A topology key: each member excludes the others from its domain."});
  fields("places", set.places, {"The largest first."});
  fields("atMost", set.at_most);
}

void each_field(FieldsOf<CountingBound> auto& bound, auto& fields) {
  fields.definition("countingBound", "Disjoint sets of all members. No more members of a set fit than it has places.");
  fields("sets", bound.sets);
}

void each_field(FieldsOf<TableNodes> auto& nodes, auto& fields) {
  fields("nodes", nodes.count);
  fields("like", nodes.like, {"The first of them by name."});
  fields("frontier", nodes.frontier, {.type = k_frontier});
}

void each_field(FieldsOf<TableBound> auto& bound, auto& fields) {
  fields.definition("tableBound", "For at most three classes of equal members: every combination that the nodes hold.");
  fields.lists("classes", bound.classes, "members", {.more = R"("minItems": 1, "maxItems": 3)"});
  fields("nodes", bound.nodes,
         {"One row for all nodes with the same frontier, sorted by the name of the first. Nodes that hold no member "
          "have no row."});
  fields.if_any("frontier", bound.frontier,
                {"Of all nodes together. Counts by class, largest first; no vector is at least as large as another in "
                 "all counts.",
                 k_frontier});
  fields.if_any("digest", bound.digest,
                {"Replaces a frontier of more than 256 vectors: FNV-1a 64 over the text 'a,b;a,b;…', each vector with "
                 "its semicolon.",
                 R"("type": "string", "pattern": "^[0-9a-f]{16}$")"});
  fields.also(R"("oneOf": [{"required": ["frontier"]}, {"required": ["digest"]}])");
}

void each_field(FieldsOf<SpreadDomain> auto& domain, auto& fields) {
  fields("name", domain.name, {.type = k_any_text});
  fields("matching", domain.matching, {"Pods that the constraint counts, without any unplaced member."});
  fields("holds", domain.holds, {"Members that its nodes can hold, summed over the nodes."});
}

void each_field(FieldsOf<SpreadBound> auto& bound, auto& fields) {
  fields.definition("spreadBound",
                    "Equal members with a DoNotSchedule topology spread constraint that counts the members.");
  fields("topologyKey", bound.topology_key);
  fields("maxSkew", bound.max_skew);
  fields("level", bound.level, {"Matching pods of the lowest domain, for the value with which the most members fit."});
  fields("members", bound.members, {.more = k_at_least_one});
  fields("domains", bound.domains);
}

void each_field(FieldsOf<SearchBound> auto& bound, auto& fields) {
  fields.definition("searchBound", "The search tried every placement.");
  fields("states", bound.states, {"Number of different ones."});
}

void each_field(FieldsOf<UpperBound> auto& bound, auto& fields) {
  fields.kind("kind", bound);
  std::visit(
      [&](auto& of_kind) {
        each_field(of_kind, fields);
        fields("atMost", of_kind.at_most);
      },
      bound);
}

void each_field(FieldsOf<Certificate> auto& certificate, auto& fields) {
  fields.definition("certificate", "The evidence: a placement, and the reason why no more members fit.");
  fields("placement", certificate.placement,
         {"Members that are not bound yet, in an order in which each passes every filter after the previous ones."});
  fields.if_any("bound", certificate.bound,
                {"Absent if every member fits, and if the answer is Unknown. Its atMost includes the bound members."});
}

void each_field(FieldsOf<FeasibilityReport> auto& feasibility, auto& fields) {
  fields.definition("feasibility", "The possible, whatever the scheduler would do.");
  fields("answer", feasibility.answer, {"Whether minMember members fit at the same time."});
  fields("method", feasibility.method);
  fields.if_any("largestPlaceable", feasibility.largest_placeable,
                {"The largest number of live members that fit at the same time, bound ones included. Absent if nothing "
                 "proves the number: the search ran out of budget, or other pending pods or a freed claim may open "
                 "more nodes."});
  fields("certificate", feasibility.certificate);
}

} // namespace model
