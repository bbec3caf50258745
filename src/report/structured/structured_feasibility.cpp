// SPDX-License-Identifier: Apache-2.0
// Structured output of a group's feasibility with its certificate, and of verify's results.
#include "model/report/report_words.hpp"
#include "report/structured/structured_parts.hpp"

#include <utility>
#include <variant>

namespace report {

using document::Output;

namespace {

Output counts(const std::vector<std::int64_t>& values) {
  Output array = Output::array();
  for (const std::int64_t value : values) { array.push(Output(value)); }
  return array;
}

Output frontier_output(const model::Frontier& frontier) {
  Output array = Output::array();
  for (const std::vector<std::int64_t>& vector : frontier) { array.push(counts(vector)); }
  return array;
}

Output places_output(const std::vector<model::CountedPlaces>& places) {
  Output array = Output::array();
  for (const model::CountedPlaces& place : places) {
    Output out;
    out["each"] = Output(place.each);
    out[place.domains ? "domains" : "nodes"] = Output(place.count);
    out["like"] = Output(place.like);
    array.push(std::move(out));
  }
  return array;
}

// Fields of each kind of bound besides its kind and atMost.
struct PartsOf {
  Output operator()(const model::CountingBound& bound) const {
    Output sets = Output::array();
    for (const model::CountedSet& set_of : bound.sets) {
      Output out;
      out["members"] = strings(set_of.members);
      set(out, "domain", set_of.topology_key);
      out["places"] = places_output(set_of.places);
      out["atMost"] = Output(set_of.at_most);
      sets.push(std::move(out));
    }
    Output out;
    out["sets"] = std::move(sets);
    return out;
  }

  Output operator()(const model::TableBound& bound) const {
    Output out, classes = Output::array(), nodes = Output::array();
    for (const std::vector<std::string>& members : bound.classes) {
      Output of_class;
      of_class["members"] = strings(members);
      classes.push(std::move(of_class));
    }
    for (const model::TableNodes& alike : bound.nodes) {
      Output row;
      row["nodes"] = Output(alike.count);
      row["like"] = Output(alike.like);
      row["frontier"] = frontier_output(alike.frontier);
      nodes.push(std::move(row));
    }
    out["classes"] = std::move(classes);
    out["nodes"] = std::move(nodes);
    if (bound.digest.empty()) { out["frontier"] = frontier_output(bound.frontier); }
    set(out, "digest", bound.digest);
    return out;
  }

  Output operator()(const model::SpreadBound& bound) const {
    Output domains = Output::array();
    for (const model::SpreadDomain& domain : bound.domains) {
      Output row;
      row["name"] = Output(domain.name);
      row["matching"] = Output(domain.matching);
      row["holds"] = Output(domain.holds);
      domains.push(std::move(row));
    }
    Output out;
    out["topologyKey"] = Output(bound.topology_key);
    out["maxSkew"] = Output(bound.max_skew);
    out["level"] = Output(bound.level);
    out["members"] = strings(bound.members);
    out["domains"] = std::move(domains);
    return out;
  }

  Output operator()(const model::SearchBound& bound) const {
    Output out;
    out["states"] = Output(bound.states);
    return out;
  }
};

Output bound_output(const model::UpperBound& bound) {
  Output out = std::visit(PartsOf(), bound);
  out["kind"] = Output(model::word(bound));
  out["atMost"] = Output(std::visit([](const auto& kind) { return kind.at_most; }, bound));
  return out;
}

Output certificate_output(const model::Certificate& certificate) {
  Output out, placement = Output::array();
  for (const model::PlacedPod& placed : certificate.placement) {
    Output row;
    row["pod"] = Output(placed.pod);
    row["node"] = Output(placed.node);
    placement.push(std::move(row));
  }
  out["placement"] = std::move(placement);
  if (certificate.bound) { out["bound"] = bound_output(*certificate.bound); }
  return out;
}

} // namespace

Output feasibility_output(const model::FeasibilityReport& feasibility) {
  Output out;
  out["answer"] = Output(model::word(feasibility.answer));
  if (feasibility.largest_placeable) { out["largestPlaceable"] = Output(*feasibility.largest_placeable); }
  out["method"] = Output(model::word(feasibility.method));
  out["certificate"] = certificate_output(feasibility.certificate);
  return out;
}

Output verification_output(const model::Verification& verification) {
  Output out;
  out["namespace"] = Output(verification.namespace_name);
  out["name"] = Output(verification.name);
  out["dialect"] = Output(model::dialect_name(verification.dialect));
  out["judgement"] = Output(model::word(verification.judgement));
  out["message"] = Output(verification.message);
  if (verification.judgement == model::Judgement::Holds) {
    out["bound"] = Output(verification.bound);
    out["placed"] = Output(verification.placed);
    out["needed"] = Output(verification.needed);
    if (verification.at_most) { out["atMost"] = Output(*verification.at_most); }
    set(out, "kind", verification.bound_kind);
  }
  set(out, "field", verification.field);
  set(out, "says", verification.says);
  set(out, "truth", verification.truth);
  return out;
}

} // namespace report
