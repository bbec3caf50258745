// SPDX-License-Identifier: Apache-2.0
#include "report/words/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace report {

namespace {

using model::DeclaredObject;
using model::Expansion;
using model::SourcePlace;

constexpr std::string_view k_template = ".template."; // objects keep their pod templates in a member of that name

Subject subject_of(const model::Finding& finding) {
  return {finding.kind, finding.namespace_name, finding.name, finding.group_dialect};
}

// Several APIs have groups named PodGroup.
bool is_of_api(const DeclaredObject& object, const Subject& subject) {
  return !subject.dialect || object.api_version.empty() ||
         object.api_version == model::facts_of(*subject.dialect).api_version;
}

const DeclaredObject* declared(const model::Report& report, const Subject& subject) {
  const auto found = std::ranges::find_if(report.declared, [&](const DeclaredObject& object) {
    return object.kind == subject.kind && object.namespace_name == subject.namespace_name &&
           object.name == subject.name && is_of_api(object, subject);
  });
  return found == report.declared.end() ? nullptr : &*found;
}

const DeclaredObject* declared(const model::Report& report, const Expansion& expansion) {
  return declared(report, Subject{expansion.kind, expansion.namespace_name, expansion.name});
}

const Expansion::Role* role_with(const Expansion& expansion, std::string_view pod) {
  const auto found = std::ranges::find_if(
      expansion.roles, [&](const auto& role) { return std::ranges::find(role.pods, pod) != role.pods.end(); });
  return found == expansion.roles.end() ? nullptr : &*found;
}

// True if the manifest's object creates the group, or the pod.
bool makes(const Expansion& expansion, const Subject& subject) {
  if (expansion.namespace_name != subject.namespace_name) { return false; }
  if (!subject.dialect) { return role_with(expansion, subject.name) != nullptr; }
  return std::ranges::any_of(expansion.groups, [&](const Expansion::Group& group) {
    return group.name == subject.name && group.dialect == model::dialect_name(*subject.dialect);
  });
}

SourcePlace at_line(const DeclaredObject& object, std::int64_t line) { return {object.place.file, line}; }

// An object with only limits requests the same amounts. (API server, SetDefaults_Pod)
std::string limits_for(std::string_view field) {
  constexpr std::string_view k_requests = ".requests";
  return field.ends_with(k_requests) ? fmt::format("{}.limits", field.substr(0, field.size() - k_requests.size())) : "";
}

std::optional<SourcePlace> own_field(const DeclaredObject& object, std::string_view field) {
  const auto found =
      std::ranges::find(object.fields, field, [](const auto& line) { return std::string_view(line.first); });
  if (found == object.fields.end()) { return std::nullopt; }
  return at_line(object, found->second);
}

// The field in the object's pod template; of several templates, the one whose path contains the role's name.
std::optional<SourcePlace> template_field(const DeclaredObject& object, std::string_view field, std::string_view role) {
  const std::string end = fmt::format("{}{}", k_template, field), part = fmt::format(".{}.", role);
  const std::pair<std::string, std::int64_t>* best = nullptr;
  for (const auto& line : object.fields) {
    if (!line.first.ends_with(end)) { continue; }
    if (!role.empty() && line.first.find(part) != std::string::npos) { return at_line(object, line.second); }
    if (best == nullptr) { best = &line; }
  }
  if (best == nullptr) { return std::nullopt; }
  return at_line(object, best->second);
}

// The pods that the finding names as examples.
std::vector<std::string> pods_of(const model::Finding& finding) {
  std::vector<std::string> pods;
  for (const model::Fact& fact : finding.facts) {
    if (const auto* const text = std::get_if<std::string>(&fact.value)) { pods.push_back(*text); }
    if (const auto* const texts = std::get_if<std::vector<std::string>>(&fact.value)) {
      pods.insert(pods.end(), texts->begin(), texts->end());
    }
  }
  return pods;
}

// Searches the pod itself if the manifest declares it, else the template of one of the pods that the finding names.
std::optional<SourcePlace> field_of_pods(const model::Report& report, const model::Finding& finding,
                                         std::string_view field) {
  for (const std::string& pod : pods_of(finding)) {
    const DeclaredObject* const itself = declared(report, Subject{"Pod", finding.namespace_name, pod});
    if (itself != nullptr) {
      if (auto place = own_field(*itself, field)) { return place; }
    }
    for (const Expansion& expansion : report.expansions) {
      const Expansion::Role* const role =
          expansion.namespace_name == finding.namespace_name ? role_with(expansion, pod) : nullptr;
      const DeclaredObject* const maker = role == nullptr ? nullptr : declared(report, expansion);
      if (maker == nullptr) { continue; }
      if (auto place = template_field(*maker, field, role->name)) { return place; }
    }
  }
  return std::nullopt;
}

std::optional<SourcePlace> known_place(const model::Report& report, const Subject& subject) {
  if (const DeclaredObject* const object = declared(report, subject)) { return object->place; }
  for (const Expansion& expansion : report.expansions) {
    if (!makes(expansion, subject)) { continue; }
    if (const DeclaredObject* const maker = declared(report, expansion)) { return maker->place; }
  }
  return std::nullopt;
}

std::optional<SourcePlace> field_place(const model::Report& report, const model::Finding& finding,
                                       std::string_view field) {
  const Subject subject = subject_of(finding);
  if (const DeclaredObject* const object = declared(report, subject)) {
    if (auto place = own_field(*object, field)) { return place; }
  }
  if (auto place = field_of_pods(report, finding, field)) { return place; }
  for (const Expansion& expansion : report.expansions) {
    const DeclaredObject* const maker = makes(expansion, subject) ? declared(report, expansion) : nullptr;
    if (maker == nullptr) { continue; }
    if (auto place = template_field(*maker, field, {})) { return place; }
  }
  return std::nullopt;
}

std::optional<SourcePlace> known_place(const model::Report& report, const model::Finding& finding) {
  for (const std::string& field : {finding.field, limits_for(finding.field)}) {
    if (field.empty()) { continue; }
    if (auto place = field_place(report, finding, field)) { return place; }
  }
  return known_place(report, subject_of(finding));
}

// If the manifest is a single file, the subject is in it, even if the line is unknown.
SourcePlace guessed_place(const model::Report& report) {
  const bool is_one_file = !report.declared.empty() && std::ranges::all_of(report.declared, [&](const auto& object) {
    return object.place.file == report.declared.front().place.file;
  });
  return is_one_file ? SourcePlace{report.declared.front().place.file, 1} : SourcePlace();
}

} // namespace

SourcePlace place_of(const model::Report& report, const Subject& subject) {
  return known_place(report, subject).value_or(guessed_place(report));
}

SourcePlace place_of(const model::Report& report, const model::Finding& finding) {
  return known_place(report, finding).value_or(guessed_place(report));
}

std::string place_text(const model::Report& report, const model::Finding& finding) {
  const auto place = known_place(report, finding);
  if (!place || place->file.empty()) { return {}; }
  return place->line > 0 ? fmt::format("{}:{}", place->file, place->line) : place->file;
}

} // namespace report
