// SPDX-License-Identifier: Apache-2.0
// An object of an unknown kind: --template-path names the paths of its pod templates. A role has the name of the member
// that contains the template. Its number of pods is --replicas, else `replicas` next to the template, else one.
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <deque>

namespace snapshot {

namespace {

bool is_pod_template(document::Value value) { return value["spec"]["containers"].is_array(); }

void collect_paths(document::Value value, const std::string& at, std::vector<std::string>& found) {
  for (const auto [key, member] : value.members()) {
    const std::string path = util::concat(at, at.empty() ? "" : ".", key);
    if (is_pod_template(member)) {
      found.push_back(path);
    } else {
      collect_paths(member, path, found);
    }
  }
  std::int64_t index = 0;
  for (const document::Value element : value.elements()) {
    collect_paths(element, util::concat(at, '.', index++), found);
  }
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
    if (steps[at] != "template" && steps[at] != "spec") { return steps[at]; }
  }
  return fallback;
}

void expand_template(const Source& source, document::Value object, const std::string& typed, Expander& expander) {
  const std::vector<std::string_view> steps = steps_of(typed);
  const Path root;
  std::deque<Path> paths; // each refers to the previous one
  document::Value value = object, holder;
  for (const std::string_view step : steps) {
    holder = value;
    value = member_of(value, step);
    paths.push_back((paths.empty() ? root : paths.back())[step]);
  }
  const Path& path = paths.back();
  const Path& holder_path = paths.size() < 2 ? root : paths[paths.size() - 2];
  if (value.absent()) { throw DecodeError(path, "is missing (--template-path)"); }
  const std::string_view named = holder["name"].text();
  const std::string_view role = named.empty() || holder.node() == object.node() ? role_of(steps, source.name) : named;
  const document::Value replicas = holder["replicas"];
  const std::int32_t count = expander.replicas(role, pod_count(replicas, holder_path["replicas"], 1));
  const Prepared prepared = expander.prepare(source, PodTemplate(value, path), path);
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < count; ++index) {
    pods.push_back({.name = util::concat(source.name, role == source.name ? "" : util::concat("-", role), '-', index)});
  }
  expander.add_role(source, prepared, expander.named_role(source, role, std::move(pods)));
}

} // namespace

std::vector<std::string> pod_template_paths(document::Value object) {
  std::vector<std::string> found;
  collect_paths(object, {}, found);
  return found;
}

void expand_any_kind(const KeptObject& object, Expander& expander) {
  expand_templates(object, expander.manifest().options.template_paths, expander);
}

void expand_templates(const KeptObject& object, const std::vector<std::string>& paths, Expander& expander) {
  const Source source = expander.source_of(object);
  expander.assume(util::concat(source.kind, ' ', source.namespace_name, '/', source.name,
                               " is assumed to create all pods of its templates at once"));
  for (const std::string& path : paths) { expand_template(source, object.value(), path, expander); }
}

} // namespace snapshot
