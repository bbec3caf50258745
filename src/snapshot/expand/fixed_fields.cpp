// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/fixed_fields.hpp"

#include "snapshot/expand/template_ledger.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

// Fields of a pod that are compared, or whose change the API server allows.
constexpr std::array<std::string_view, 8> k_compared_of_pod = {
    "activeDeadlineSeconds", "nodeName",      "nodeSelector",    "os",
    "runtimeClassName",      "schedulerName", "schedulingGates", "tolerations"};
constexpr std::array<std::string_view, 3> k_compared_of_container = {"image", "name", "resources"};

// The first field of the file that is not compared; empty: all are.
std::string uncompared_field(document::Value spec) {
  for (const auto [field, value] : spec.members()) {
    if (value.absent() || std::ranges::find(k_compared_of_pod, field) != k_compared_of_pod.end()) { continue; }
    if (field != "containers" && field != "initContainers") { return util::concat("spec.", field); }
    std::size_t index = 0;
    for (const document::Value container : value.elements()) {
      for (const auto [own, content] : container.members()) {
        const bool is_compared = std::ranges::find(k_compared_of_container, own) != k_compared_of_container.end();
        if (!content.absent() && !is_compared) { return util::concat("spec.", field, '[', index, "].", own); }
      }
      ++index;
    }
  }
  return {};
}

} // namespace

void note_fixed_fields(model::PodIndex there, const Prepared& prepared, const char* error, Expander& expander) {
  if (prepared.refusal) { return; }
  const model::PodSpec& old = *expander.collected().cluster.pods[static_cast<std::size_t>(there)].spec;
  DeclaredSpec declared = prepared.declared;
  const model::PodSpec wanted = completed(std::move(declared), expander.collected().sharing);
  if (old.container_count != wanted.container_count) { // perhaps a webhook added some
    const std::string object = text_of(expander.top());
    expander.note(model::Authority::Admission, model::Reply::NotAsked,
                  util::concat(object, " exists with another number of containers, and whether the file may change it "
                                       "is not compared"),
                  object);
    return;
  }
  // The nodes of a pod with a scheduling gate may be narrowed.
  const bool has_nodes =
      !old.scheduling_gates.empty() || std::ranges::includes(old.node_selector, wanted.node_selector);
  if (old.requests != wanted.requests || !has_nodes) { note_invalid({error}, expander); }
}

void note_fixed_fields_of_pod(const model::Pod& there, document::Value spec, const char* error, Expander& expander) {
  const model::PodSpec& old = *there.spec;
  const auto differs = [](document::Value wanted, std::string_view stored) {
    return !wanted.text().empty() && wanted.text() != stored;
  };
  const bool has_other_node = !there.node_name.empty() && differs(spec["nodeName"], there.node_name);
  if (has_other_node || differs(spec["schedulerName"], old.scheduler_name) ||
      differs(spec["runtimeClassName"], old.runtime_class) || differs(spec["os"]["name"], old.os)) {
    return note_invalid({error}, expander);
  }
  const std::string field = uncompared_field(spec);
  if (field.empty()) { return; }
  const std::string object = text_of(expander.top());
  expander.note(model::Authority::Admission, model::Reply::NotAsked,
                util::concat(object, " exists, and whether the file changes its ", field,
                             ", which the API server refuses, is not compared"),
                object);
}

} // namespace snapshot
