// SPDX-License-Identifier: Apache-2.0
// Changes to the snapshot.
#include "snapshot/changes/what_if.hpp"

#include "snapshot/changes/added_nodes.hpp"
#include "snapshot/changes/removal.hpp"
#include "snapshot/link/known_ends.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace snapshot {

namespace {

struct Assignment {
  std::string_view name;
  std::int32_t number = 0;
};

// Parses "train=3", which the error calls `form`.
Assignment assignment_of(std::string_view flag, std::string_view argument, std::string_view form) {
  const std::size_t equals = argument.rfind('=');
  const auto number = equals == std::string_view::npos ? std::nullopt : util::parse_int64(argument.substr(equals + 1));
  if (equals == 0 || !number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
    throw util::Error(util::concat(flag, ' ', argument, ": give ", form, "; N is 0 or more"));
  }
  return {argument.substr(0, equals), static_cast<std::int32_t>(*number)};
}

void set_schedulable(Collected& collected, std::string_view flag, std::string_view name, bool schedulable) {
  model::Node& node = collected.cluster.nodes[known_node(collected, flag, name)];
  if (schedulable) { return model::uncordon(node); }
  node.unschedulable = true;
}

void set_min_member(Collected& collected, const WhatIf& what_if) {
  const auto [typed, number] = assignment_of("--set-min-member", what_if.argument, "[NAMESPACE/]GROUP=N");
  const std::size_t slash = typed.find('/');
  const std::string_view namespace_name =
      slash == std::string_view::npos ? what_if.default_namespace : typed.substr(0, slash);
  const std::string_view name = slash == std::string_view::npos ? typed : typed.substr(slash + 1);
  collected.quorum_overrides.push_back({collected.lasting(namespace_name), collected.lasting(name), number,
                                        collected.lasting(what_if.argument), slash != std::string_view::npos});
}

void set_replicas(Collected& collected, Manifest& manifest, const WhatIf& what_if) {
  const auto [role, number] = assignment_of("--replicas", what_if.argument, "ROLE=N");
  manifest.replicas.push_back({collected.lasting(role), number});
}

} // namespace

void apply_what_if(Collected& collected, Manifest& manifest, const WhatIf& what_if) {
  switch (what_if.kind) {
  case WhatIf::Kind::AddNodes:
    return add_nodes(collected, what_if.argument);
  case WhatIf::Kind::RemoveNode:
    return remove_node(collected, what_if.argument);
  case WhatIf::Kind::Cordon:
    return set_schedulable(collected, "--cordon", what_if.argument, false);
  case WhatIf::Kind::Uncordon:
    return set_schedulable(collected, "--uncordon", what_if.argument, true);
  case WhatIf::Kind::Without:
    return remove_object(collected, what_if.argument, what_if.default_namespace);
  case WhatIf::Kind::SetMinMember:
    return set_min_member(collected, what_if);
  case WhatIf::Kind::Replicas:
    return set_replicas(collected, manifest, what_if);
  case WhatIf::Kind::Finish:
    return finish(collected, what_if.argument, what_if.default_namespace);
  }
}

} // namespace snapshot
