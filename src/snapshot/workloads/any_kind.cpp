// SPDX-License-Identifier: Apache-2.0
// An object of an unknown kind: --template-path names the paths of its pod templates. A role has the name of the member
// that contains the template. Its number of pods is --replicas, else the product of the fields `replicas` and
// `parallelism` on the way to the template, else one.
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <deque>
#include <set>

namespace snapshot {

namespace {

bool is_pod_template(document::Value value) { return value["spec"]["containers"].is_array(); }

void collect_paths(document::Value value, const std::string& at, std::vector<std::string>& found) {
  const auto look_at = [&](document::Value member, const std::string& path) {
    if (is_pod_template(member)) {
      found.push_back(path);
    } else {
      collect_paths(member, path, found);
    }
  };
  for (const auto [key, member] : value.members()) { look_at(member, util::concat(at, at.empty() ? "" : ".", key)); }
  std::int64_t index = 0;
  for (const document::Value element : value.elements()) { look_at(element, util::concat(at, '.', index++)); }
}

std::vector<std::string_view> steps_of(std::string_view text) {
  std::vector<std::string_view> steps;
  while (true) {
    const std::size_t dot = text.find('.');
    steps.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) { return steps; }
    text.remove_prefix(dot + 1);
  }
}

document::Value member_of(document::Value value, std::string_view step) {
  if (!value.is_array()) { return value[step]; }
  std::size_t index = 0;
  for (const document::Value element : value.elements()) {
    if (step == std::to_string(index++)) { return element; }
  }
  return {};
}

std::string_view role_of(const std::vector<std::string_view>& steps, std::string_view fallback) {
  for (std::size_t at = steps.size(); at-- > 0;) {
    const bool is_place = steps[at].find_first_not_of("0123456789") == std::string_view::npos; // in a list
    if (steps[at] != "template" && steps[at] != "spec" && !is_place) { return steps[at]; }
  }
  return fallback;
}

document::Value value_at(document::Value object, const std::string& path) {
  document::Value value = object;
  for (const std::string_view step : steps_of(path)) { value = member_of(value, step); }
  return value;
}

// The number of pods at a path, and how it was counted: "spec.replicas 2 * spec.groups.0.replicas 3".
struct Counted {
  std::int32_t pods = 1;
  std::string words;
};

void multiply(Counted& counted, document::Value holder, const Path& path) {
  for (const std::string_view field : {"replicas", "parallelism"}) {
    const document::Value value = holder[field];
    if (!value.is_number()) { continue; }
    const std::int32_t number = pod_count(value, path[field], 1);
    counted.pods = product(counted.pods, number, path[field]);
    counted.words += util::concat(counted.words.empty() ? "" : " * ", path[field].text(), ' ', number);
  }
}

// Expands the template at one path; `roles` contains the names of the object's other roles.
void expand_template(const Source& source, document::Value object, const std::string& typed,
                     std::set<std::string>& roles, Expander& expander) {
  const std::vector<std::string_view> steps = steps_of(typed);
  const Path root;
  std::deque<Path> paths; // each refers to the previous one
  document::Value value = object, holder;
  Counted counted;
  for (const std::string_view step : steps) {
    const Path& at = paths.empty() ? root : paths.back();
    multiply(counted, value, at);
    holder = value;
    value = member_of(value, step);
    paths.push_back(at[step]);
  }
  const std::string_view named = holder["name"].text();
  const std::string role_name(named.empty() || holder.node() == object.node() ? role_of(steps, source.name) : named);
  std::string role = role_name;
  for (int number = 2; !roles.insert(role).second; ++number) { // taken by another path
    role = util::concat(role_name, '-', number);
  }
  const std::int32_t count = expander.replicas(role, counted.pods);
  if (count != counted.pods) { counted.words = util::concat("--replicas ", role, '=', count); }
  const std::string how = counted.words.empty() ? ", because no field replicas is on the way" : ": " + counted.words;
  expander.assume(
      util::concat(text_of(source), " creates ", count, count == 1 ? " pod" : " pods", " at once from ", typed, how));
  const Prepared prepared = expander.prepare(source, PodTemplate(value, paths.back()), paths.back());
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < count; ++index) {
    pods.push_back({.name = util::concat(source.name, role == source.name ? "" : util::concat("-", role), '-', index)});
  }
  expander.add_role(source, prepared, expander.named_role(source, role, std::move(pods)));
}

std::string list_of(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) { text += util::concat(text.empty() ? "" : ", ", path); }
  return text;
}

// The typed paths that the object has. Throws DecodeError if it lacks one that no other object of the manifest has.
std::vector<std::string> paths_in(const KeptObject& object, const Expander& expander) {
  std::vector<std::string> found;
  for (const std::string& typed : expander.manifest().options.template_paths) {
    if (!value_at(object.value(), typed).absent()) {
      found.push_back(typed);
      continue;
    }
    const bool is_of_another = std::ranges::any_of(expander.manifest().objects, [&](const KeptObject& other) {
      return &other != &object && find_workload_kind(other.api_version, other.kind) == nullptr &&
             !value_at(other.value(), typed).absent();
    });
    if (is_of_another) { continue; }
    throw DecodeError(Path(), util::concat(typed, " is missing (--template-path); its pod templates are at ",
                                           list_of(pod_template_paths(object.value()))));
  }
  return found;
}

} // namespace

std::vector<std::string> pod_template_paths(document::Value object) {
  std::vector<std::string> found;
  collect_paths(object, {}, found);
  return found;
}

void expand_any_kind(const KeptObject& object, Expander& expander) {
  const std::vector<std::string> typed = paths_in(object, expander);
  expand_templates(object, typed, expander);
  const Source source = expander.source_of(object);
  for (const std::string& seen : pod_template_paths(object.value())) {
    const bool is_typed = std::ranges::any_of(
        typed, [&](const std::string& path) { return path == seen || seen.starts_with(path + '.'); });
    if (is_typed) { continue; }
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(text_of(source), " also has a pod template at ", seen,
                               ", which is not counted (--template-path ", seen, ')'),
                  text_of(source));
  }
}

void expand_templates(const KeptObject& object, const std::vector<std::string>& paths, Expander& expander) {
  const Source source = expander.source_of(object);
  std::set<std::string> roles;
  for (const std::string& path : paths) { expand_template(source, object.value(), path, roles, expander); }
}

} // namespace snapshot
