// SPDX-License-Identifier: Apache-2.0
// The processors of nodes, for which images of pods have to be.
#include "engine/ledger/entries.hpp"
#include "util/concat.hpp"

namespace engine {

namespace {

constexpr std::string_view k_processors = "kubernetes.io/arch";

bool asks_for_processors(const model::PodSpec& spec) {
  const auto names = [](const model::Requirement& requirement) { return requirement.key == k_processors; };
  return model::find_label(spec.node_selector, k_processors) ||
         (spec.required_node_terms && std::ranges::any_of(*spec.required_node_terms, [&](const auto& term) {
            return std::ranges::any_of(term.expressions, names);
          }));
}

} // namespace

bool has_several_processors(const model::ClusterSnapshot& cluster) {
  std::optional<std::string_view> first;
  for (const model::Node& node : cluster.nodes) {
    const auto own = model::find_label(*node.labels, k_processors);
    if (first && own && *own != *first) { return true; }
    if (own) { first = own; }
  }
  return false;
}

// No filter compares the processors of a node with those for which an image is. (image-spec, platform; runtimes report
// "no match for platform in manifest")
void assume_images(const LedgerInput& input, const model::PodSpec& spec, const model::Node& node, LedgerEntries& out) {
  const auto own = model::find_label(*node.labels, k_processors);
  if (!input.has_several_processors || !own || asks_for_processors(spec)) { return; }
  out.add(model::Authority::Inputs, model::Reply::Assumed,
          util::concat("the images of pods on ", *own, " nodes run there"));
}

} // namespace engine
