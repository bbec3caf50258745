// SPDX-License-Identifier: Apache-2.0
// The fields of `feasibility` in the structured output: one table for its writer (report/structured) and its reader
// (snapshot/save). schemas/common.json describes them.
//
// each_field(object, fields) calls for each field one of
//   fields(name, member)                          there is always such a field
//   fields.if_any(name, member)                   none if the member is empty
//   fields.counted(nodes, domains, is, member)    the name says what the number counts
//   fields.lists(name, member, inner)             a list of objects, each with one list of this name
//   fields.kind(name, bound)                      the alternative of a bound
#pragma once

#include "model/report/feasibility_report.hpp"

#include <concepts>
#include <type_traits>
#include <variant>

namespace model {

// T, to be read or to be written.
template <typename T, typename Of>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Of>;

void each_field(FieldsOf<PlacedPod> auto& placed, auto& fields) {
  fields("pod", placed.pod);
  fields("node", placed.node);
}

void each_field(FieldsOf<CountedPlaces> auto& places, auto& fields) {
  fields("each", places.each);
  fields.counted("nodes", "domains", places.domains, places.count);
  fields("like", places.like);
}

void each_field(FieldsOf<CountedSet> auto& set, auto& fields) {
  fields("members", set.members);
  fields.if_any("domain", set.topology_key);
  fields("places", set.places);
  fields("atMost", set.at_most);
}

void each_field(FieldsOf<CountingBound> auto& bound, auto& fields) { fields("sets", bound.sets); }

void each_field(FieldsOf<TableNodes> auto& nodes, auto& fields) {
  fields("nodes", nodes.count);
  fields("like", nodes.like);
  fields("frontier", nodes.frontier);
}

void each_field(FieldsOf<TableBound> auto& bound, auto& fields) {
  fields.lists("classes", bound.classes, "members");
  fields("nodes", bound.nodes);
  fields.if_any("frontier", bound.frontier);
  fields.if_any("digest", bound.digest);
}

void each_field(FieldsOf<SpreadDomain> auto& domain, auto& fields) {
  fields("name", domain.name);
  fields("matching", domain.matching);
  fields("holds", domain.holds);
}

void each_field(FieldsOf<SpreadBound> auto& bound, auto& fields) {
  fields("topologyKey", bound.topology_key);
  fields("maxSkew", bound.max_skew);
  fields("level", bound.level);
  fields("members", bound.members);
  fields("domains", bound.domains);
}

void each_field(FieldsOf<SearchBound> auto& bound, auto& fields) { fields("states", bound.states); }

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
  fields("placement", certificate.placement);
  fields.if_any("bound", certificate.bound);
}

void each_field(FieldsOf<FeasibilityReport> auto& feasibility, auto& fields) {
  fields("answer", feasibility.answer);
  fields("method", feasibility.method);
  fields.if_any("largestPlaceable", feasibility.largest_placeable);
  fields("certificate", feasibility.certificate);
}

} // namespace model
