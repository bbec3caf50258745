// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/access.hpp"

#include "snapshot/objects/kinds.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <vector>

namespace commands {

namespace {

struct Rule {
  std::string_view api_group;
  std::string resources; // "nodes, pods"
};

// One rule per API group, in the order of their first resource.
std::vector<Rule> rules() {
  std::vector<Rule> rules;
  for (const snapshot::Kind& list : snapshot::listed_kinds()) {
    auto rule = std::ranges::find(rules, list.api_group, &Rule::api_group);
    if (rule == rules.end()) { rule = rules.insert(rules.end(), Rule{list.api_group, {}}); }
    if (!rule->resources.empty()) { rule->resources += ", "; }
    rule->resources += list.resource;
  }
  return rules;
}

} // namespace

std::string cluster_role() {
  std::string out = "apiVersion: rbac.authorization.k8s.io/v1\n"
                    "kind: ClusterRole\n"
                    "metadata:\n"
                    "  name: kubectl-gang-reader\n"
                    "rules:\n";
  for (const Rule& rule : rules()) {
    const std::string group = rule.api_group.empty() ? "\"\"" : std::string(rule.api_group);
    out += util::concat("- apiGroups: [", group, "]\n  resources: [", rule.resources, "]\n  verbs: [list]\n");
  }
  return out;
}

} // namespace commands
