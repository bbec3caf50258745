// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/decode_feasibility.hpp"

#include "model/report/report_words.hpp"
#include "util/concat.hpp"

#include <initializer_list>
#include <utility>

namespace snapshot {

namespace {

using document::Value;

std::string name_in(Value object, std::string_view key, const Path& path) {
  return std::string(text_of(required(object, key, path), path[key]));
}

std::int64_t number_in(Value object, std::string_view key, const Path& path) {
  return int64_of(required(object, key, path), path[key]);
}

std::vector<std::string> names_in(Value object, std::string_view key, const Path& path) {
  std::vector<std::string> names;
  each_element(required(object, key, path), path[key],
               [&](Value name, const Path& at) { names.emplace_back(text_of(name, at)); });
  return names;
}

// visit(element, its path) for each object of a required list.
template <typename Visit>
void each_in(Value object, std::string_view key, const Path& path, Visit visit) {
  each_element(required(object, key, path), path[key],
               [&](Value element, const Path& at) { visit(object_of(element, at), at); });
}

template <typename Word>
Word word_in(Value object, std::string_view key, const Path& path, std::initializer_list<Word> known) {
  const std::string text = name_in(object, key, path);
  std::string words;
  for (const Word candidate : known) {
    if (model::word(candidate) == text) { return candidate; }
    util::append(words, util::concat(words.empty() ? "" : ", ", model::word(candidate)));
  }
  throw DecodeError(path[key], util::concat('"', text.substr(0, 80), "\" is none of ", words));
}

model::Frontier frontier_of(Value list, const Path& path) {
  model::Frontier frontier;
  each_element(list, path, [&](Value vector, const Path& at) {
    std::vector<std::int64_t>& counts = frontier.emplace_back();
    each_element(vector, at, [&](Value count, const Path& below) { counts.push_back(int64_of(count, below)); });
  });
  return frontier;
}

std::vector<model::CountedPlaces> places_of(Value set, const Path& path) {
  std::vector<model::CountedPlaces> places;
  each_in(set, "places", path, [&](Value place, const Path& at) {
    const bool domains = place["domains"].exists();
    places.push_back({number_in(place, "each", at), number_in(place, domains ? "domains" : "nodes", at), domains,
                      name_in(place, "like", at)});
  });
  return places;
}

model::CountingBound counting(Value object, const Path& path) {
  model::CountingBound bound;
  each_in(object, "sets", path, [&](Value set, const Path& at) {
    bound.sets.push_back({names_in(set, "members", at), std::string(text_of(set["domain"], at["domain"])),
                          places_of(set, at), number_in(set, "atMost", at)});
  });
  return bound;
}

model::TableBound table(Value object, const Path& path) {
  model::TableBound bound;
  each_in(object, "classes", path,
          [&](Value members, const Path& at) { bound.classes.push_back(names_in(members, "members", at)); });
  each_in(object, "nodes", path, [&](Value nodes, const Path& at) {
    bound.nodes.push_back({number_in(nodes, "nodes", at), name_in(nodes, "like", at),
                           frontier_of(required(nodes, "frontier", at), at["frontier"])});
  });
  bound.frontier = frontier_of(object["frontier"], path["frontier"]);
  bound.digest = text_of(object["digest"], path["digest"]);
  return bound;
}

model::SpreadBound spread(Value object, const Path& path) {
  model::SpreadBound bound;
  bound.topology_key = name_in(object, "topologyKey", path);
  bound.max_skew = number_in(object, "maxSkew", path);
  bound.level = number_in(object, "level", path);
  bound.members = names_in(object, "members", path);
  each_in(object, "domains", path, [&](Value domain, const Path& at) {
    bound.domains.push_back(
        {name_in(domain, "name", at), number_in(domain, "matching", at), number_in(domain, "holds", at)});
  });
  return bound;
}

model::SearchBound search(Value object, const Path& path) {
  model::SearchBound bound;
  bound.states = number_in(object, "states", path);
  return bound;
}

model::UpperBound bound_of(Value object, const Path& path) {
  const std::string kind = name_in(object, "kind", path);
  const auto read = [&]() -> model::UpperBound {
    if (kind == "Counting") { return counting(object, path); }
    if (kind == "Table") { return table(object, path); }
    if (kind == "Spread") { return spread(object, path); }
    if (kind == "Search") { return search(object, path); }
    throw DecodeError(path["kind"],
                      util::concat('"', kind.substr(0, 80), "\" is none of Counting, Table, Spread, Search"));
  };
  model::UpperBound bound = read();
  std::visit([&](auto& of_kind) { of_kind.at_most = number_in(object, "atMost", path); }, bound);
  return bound;
}

} // namespace

Value required(Value object, std::string_view key, const Path& path) {
  const Value value = object[key];
  if (value.absent()) { throw DecodeError(path[key], "is missing"); }
  return value;
}

model::FeasibilityReport feasibility_of(Value object, const Path& path) {
  using Answer = model::FeasibilityAnswer;
  using Method = model::FeasibilityMethod;
  object_of(object, path);
  model::FeasibilityReport report;
  report.answer = word_in(object, "answer", path, {Answer::Feasible, Answer::Infeasible, Answer::Unknown});
  report.method = word_in(object, "method", path, {Method::Counting, Method::Table, Method::Spread, Method::Search});
  if (!object["largestPlaceable"].absent()) { report.largest_placeable = number_in(object, "largestPlaceable", path); }
  const Path below = path["certificate"];
  const Value certificate = object_of(required(object, "certificate", path), below);
  each_in(certificate, "placement", below, [&](Value placed, const Path& at) {
    report.certificate.placement.push_back({name_in(placed, "pod", at), name_in(placed, "node", at)});
  });
  if (!certificate["bound"].absent()) {
    const Path of_bound = below["bound"];
    report.certificate.bound = bound_of(object_of(certificate["bound"], of_bound), of_bound);
  }
  return report;
}

} // namespace snapshot
