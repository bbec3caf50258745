// SPDX-License-Identifier: Apache-2.0
// Arguments of plugins.
#include "snapshot/configuration/scheduler_args.hpp"

#include "model/values/name_errors.hpp"
#include "snapshot/pods/decode_affinity.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace snapshot {

namespace {

// Field errors as field.ErrorList prints them: one alone, several as "[a, b]".
class FieldErrors {
 public:
  void invalid(std::string_view field, std::int64_t value, std::string_view what) {
    m_errors.push_back(util::concat(field, ": Invalid value: ", value, ": ", what));
  }
  void add(std::string error) { m_errors.push_back(std::move(error)); }

  void throw_if_any(const Path& path) const {
    if (m_errors.empty()) { return; }
    if (m_errors.size() == 1) { throw DecodeError(path, m_errors.front()); }
    std::string text = "[";
    for (const std::string& error : m_errors) { text.append(text.size() == 1 ? "" : ", ").append(error); }
    throw DecodeError(path, text + ']');
  }

 private:
  std::vector<std::string> m_errors;
};

struct Where {
  const Path& path; // of the args
  std::size_t profile = 0, config = 0;
  std::string_view plugin;
};

// The path restarts inside args. The text before it names the context, once per decoder that failed.
[[noreturn]] void refuse_unknown_arg(const Where& where, const Path& field) {
  throw DecodeError(Path(), util::concat("strict decoding error: decoding .profiles[", where.profile, "].pluginConfig[",
                                         where.config, "]: strict decoding error: decoding args for plugin ",
                                         where.plugin, ": strict decoding error: unknown field \"", field.text(), '"'));
}

bool is_type_field(std::string_view key) { return key == "kind" || key == "apiVersion"; }

void check_kind(document::Value args, const Where& where) {
  const std::string_view kind = args["kind"].text();
  if (!kind.empty() && kind != util::concat(where.plugin, "Args")) {
    throw DecodeError(where.path, util::concat("want args to be of type ", where.plugin, "Args, got ", kind));
  }
}

void read_coscheduling(document::Value args, const Where& where, ConfigVersion version, model::CoschedulingArgs& out) {
  const Path root;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    const Path shown = where.path[key];
    if (is_type_field(key)) { return; }
    if (key == "permitWaitingTimeSeconds") {
      if (!member.absent()) { out.permit_waiting_time_seconds = int64_of(member, shown); }
    } else if (key == "podGroupBackoffSeconds") {
      if (!member.absent()) { out.pod_group_backoff_seconds = int64_of(member, shown); }
    } else if (key == "podGroupRejectPercentage") {
      if (!member.absent()) { out.pod_group_reject_percentage = int32_of(member, shown); }
    } else if (version != ConfigVersion::V1Beta2 || key != "deniedPGExpirationTimeSeconds") {
      refuse_unknown_arg(where, at); // v1beta2 still has deniedPGExpirationTimeSeconds and ignores it
    }
  });
  FieldErrors errors;
  if (out.permit_waiting_time_seconds < 0) {
    errors.invalid("permitWaitingTimeSeconds", out.permit_waiting_time_seconds, "must be greater than 0");
  }
  if (out.pod_group_backoff_seconds < 0) {
    errors.invalid("podGroupBackoffSeconds", out.pod_group_backoff_seconds, "must be greater than 0");
  }
  if (out.pod_group_reject_percentage < 0 || out.pod_group_reject_percentage > 100) {
    errors.invalid("podGroupRejectPercentage", out.pod_group_reject_percentage, "must be between 0 and 100");
  }
  errors.throw_if_any(where.path);
}

std::vector<std::string> strings_of(document::Value value, const Path& path) {
  const std::vector<std::string_view> texts = texts_of(value, path);
  return {texts.begin(), texts.end()};
}

// resources: [{name, weight}]; a missing weight or 0 means 1.
std::vector<model::WeightedResource> resources_of(document::Value value, const Path& path, FieldErrors& errors) {
  std::vector<model::WeightedResource> resources;
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::WeightedResource resource;
    resource.name = text_of(object_of(element, at)["name"], at["name"]);
    resource.weight = int64_of(element["weight"], at["weight"]);
    if (resource.weight == 0) { resource.weight = 1; }
    if (resource.weight < 1 || resource.weight > 100) {
      errors.add(util::concat(at["weight"].text(), ": Invalid value: ", resource.weight, ": resource weight of ",
                              resource.name, " not in valid range (0, 100]"));
    }
    resources.push_back(std::move(resource));
  });
  return resources;
}

using ScoringShape = std::vector<std::pair<std::int32_t, std::int32_t>>;

ScoringShape shape_of(document::Value value, const Path& path, FieldErrors& errors) {
  ScoringShape shape;
  each_element(value, path, [&](document::Value element, const Path& at) {
    const std::int32_t utilization = int32_of(object_of(element, at)["utilization"], at["utilization"]);
    const std::int32_t score = int32_of(element["score"], at["score"]);
    if (utilization < 0 || utilization > 100) {
      errors.add(
          util::concat(at["utilization"].text(), ": Invalid value: ", utilization, ": not in valid range [0-100]"));
    }
    if (score < 0 || score > 10) {
      errors.add(util::concat(at["score"].text(), ": Invalid value: ", score, ": not in valid range [0-10]"));
    }
    if (!shape.empty() && shape.back().first >= utilization) {
      errors.add(util::concat(at["utilization"].text(), ": Invalid value: ", utilization,
                              ": utilization values must be sorted in increasing order"));
    }
    shape.emplace_back(utilization, score);
  });
  return shape;
}

model::FitStrategy strategy_of(document::Value value, const Path& path) {
  const std::string_view text = text_of(value, path);
  if (text.empty() || text == "LeastAllocated") { return model::FitStrategy::LeastAllocated; }
  if (text == "MostAllocated") { return model::FitStrategy::MostAllocated; }
  if (text == "RequestedToCapacityRatio") { return model::FitStrategy::RequestedToCapacityRatio; }
  throw DecodeError(path, util::concat("Unsupported value: \"", text,
                                       "\": supported values: \"LeastAllocated\", \"MostAllocated\", "
                                       "\"RequestedToCapacityRatio\""));
}

void read_scoring_strategy(document::Value value, const Where& where, const Path& path, FieldErrors& errors,
                           model::NodeResourcesFitArgs& out) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "type") {
      out.strategy = strategy_of(member, at);
    } else if (key == "resources") {
      if (auto resources = resources_of(member, at, errors); !resources.empty()) {
        out.resources = std::move(resources);
      }
    } else if (key == "requestedToCapacityRatio") {
      out.shape = shape_of(object_of(member, at)["shape"], at["shape"], errors);
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  if (out.strategy == model::FitStrategy::RequestedToCapacityRatio && out.shape.empty()) {
    errors.add("scoringStrategy.requestedToCapacityRatio.shape: Required value: at least one point must be specified");
  }
}

// (ValidateNodeResourcesFitArgs)
void check_names(const std::vector<std::string>& names, const Path& path, FieldErrors& errors) {
  std::int64_t index = 0;
  for (const std::string& name : names) {
    const std::string at = path.at(index++).text();
    if (const std::string error = model::label_key_error(name); !error.empty()) {
      errors.add(util::concat(at, ": Invalid value: \"", name, "\": ", error));
    }
  }
}

void check_groups(const std::vector<std::string>& groups, const Path& path, FieldErrors& errors) {
  for (const std::string& group : groups) {
    if (group.find('/') == group.npos) { continue; }
    errors.add(util::concat(path.text(), ": Invalid value: \"", group, "\": resource group name can't contain '/'"));
  }
  check_names(groups, path, errors);
}

void read_fit(document::Value args, const Where& where, model::NodeResourcesFitArgs& out) {
  const Path root;
  FieldErrors errors;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key == "ignoredResources") {
      out.ignored_resources = strings_of(member, at);
      check_names(out.ignored_resources, at, errors);
    } else if (key == "ignoredResourceGroups") {
      out.ignored_resource_groups = strings_of(member, at);
      check_groups(out.ignored_resource_groups, at, errors);
    } else if (key == "scoringStrategy") {
      read_scoring_strategy(member, where, at, errors, out);
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  errors.throw_if_any(where.path);
}

void read_balanced(document::Value args, const Where& where, std::vector<model::WeightedResource>& out) {
  const Path root;
  FieldErrors errors;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key != "resources") { refuse_unknown_arg(where, at); }
    if (auto resources = resources_of(member, at, errors); !resources.empty()) { out = std::move(resources); }
  });
  errors.throw_if_any(where.path);
}

void keep_texts(model::NodeSelectorTerm& term, util::StringPool& pool) {
  for (auto* const requirements : {&term.expressions, &term.fields}) {
    for (model::Requirement& requirement : *requirements) {
      requirement.key = pool.intern(requirement.key);
      for (std::string_view& value : requirement.values) { value = pool.intern(value); }
    }
  }
}

void read_added_affinity(document::Value args, const Where& where, model::AddedAffinity& out) {
  const Path root;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key != "addedAffinity") { refuse_unknown_arg(where, at); }
    model::PodSpec read;
    read_node_affinity(member, where.path[key], read);
    const auto texts = std::make_shared<util::StringPool>();
    if (read.required_node_terms) {
      for (model::NodeSelectorTerm& term : *read.required_node_terms) { keep_texts(term, *texts); }
    }
    for (model::PreferredNodeTerm& preferred : read.preferred_node_terms) { keep_texts(preferred.term, *texts); }
    out = {std::move(read.required_node_terms), std::move(read.preferred_node_terms), texts};
  });
}

void read_inter_pod_affinity(document::Value args, const Where& where, model::InterPodAffinityArgs& out) {
  const Path root;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key == "hardPodAffinityWeight") {
      if (!member.absent()) { out.hard_pod_affinity_weight = int32_of(member, where.path[key]); }
    } else if (key == "ignorePreferredTermsOfExistingPods") {
      out.ignore_preferred_terms_of_existing_pods = boolean_of(member, where.path[key]);
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  FieldErrors errors;
  if (out.hard_pod_affinity_weight < 0 || out.hard_pod_affinity_weight > 100) {
    errors.invalid("hardPodAffinityWeight", out.hard_pod_affinity_weight, "not in valid range [0, 100]");
  }
  errors.throw_if_any(where.path);
}

// Checks one of args.defaultConstraints, with kube-scheduler's words. (apis/config/validation,
// ValidatePodTopologySpreadArgs)
void check_default_constraint(document::Value element, const Path& at, const model::TopologySpreadConstraint& read,
                              FieldErrors& errors) {
  if (read.max_skew <= 0) { errors.invalid(at["maxSkew"].text(), read.max_skew, "not in valid range (0, inf)"); }
  const std::string key_path = at["topologyKey"].text();
  if (read.topology_key.empty()) {
    errors.add(key_path + ": Required value: can not be empty");
  } else if (const std::string error = model::label_key_error(read.topology_key); !error.empty()) {
    errors.add(util::concat(key_path, ": Invalid value: \"", read.topology_key, "\": ", error));
  }
  const std::string_view action = element["whenUnsatisfiable"].text();
  if (action.empty()) {
    errors.add(at["whenUnsatisfiable"].text() + ": Required value: can not be empty");
  } else if (action != "DoNotSchedule" && action != "ScheduleAnyway") {
    errors.add(util::concat(at["whenUnsatisfiable"].text(), ": Unsupported value: \"", action,
                            "\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\""));
  }
  if (read.selector) {
    errors.add(at["labelSelector"].text() +
               ": Forbidden: constraint must not define a selector, as they deduced for each pod");
  }
}

void refuse_unknown_constraint_fields(document::Value element, const Path& path, const Where& where) {
  constexpr std::array<std::string_view, 8> k_known = {"maxSkew",          "topologyKey",   "whenUnsatisfiable",
                                                       "labelSelector",    "minDomains",    "nodeAffinityPolicy",
                                                       "nodeTaintsPolicy", "matchLabelKeys"};
  each_member(element, path, [&](std::string_view key, document::Value, const Path& at) {
    if (std::ranges::find(k_known, key) == k_known.end()) { refuse_unknown_arg(where, at); }
  });
}

void check_default_constraints(document::Value list, const Path& path, const Where& where,
                               const std::vector<model::TopologySpreadConstraint>& read, FieldErrors& errors) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  std::size_t index = 0;
  each_element(list, path, [&](document::Value element, const Path& at) {
    refuse_unknown_constraint_fields(element, at, where);
    const model::TopologySpreadConstraint& constraint = read[index++];
    check_default_constraint(element, at, constraint, errors);
    const std::string_view action = element["whenUnsatisfiable"].text();
    if (!seen.emplace(constraint.topology_key, action).second) {
      errors.add(util::concat(at.text(), ": Duplicate value: \"{", constraint.topology_key, ", ", action, "}\""));
    }
  });
}

void read_pod_topology_spread(document::Value args, const Where& where, model::PodTopologySpreadArgs& out) {
  const Path root;
  std::string_view type;
  document::Value list;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key == "defaultingType") {
      type = text_of(member, where.path[key]);
    } else if (key == "defaultConstraints") {
      list = member;
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  std::vector<model::TopologySpreadConstraint> read = topology_spread_of(list, where.path["defaultConstraints"]);
  FieldErrors errors;
  if (!type.empty() && type != "System" && type != "List") {
    errors.add(
        util::concat("defaultingType: Unsupported value: \"", type, "\": supported values: \"System\", \"List\""));
  } else if (type != "List" && !read.empty()) {
    errors.add("defaultingType: Invalid value: \"System\": when .defaultConstraints are not empty");
  }
  check_default_constraints(list, root["defaultConstraints"], where, read, errors);
  errors.throw_if_any(where.path);
  if (type != "List") { return; }
  const auto texts = std::make_shared<util::StringPool>();
  for (model::TopologySpreadConstraint& constraint : read) {
    constraint.topology_key = texts->intern(constraint.topology_key);
    constraint.match_label_keys.clear(); // the pod's selector replaces them (buildDefaultConstraints)
  }
  out = {false, std::move(read), texts};
}

void read_preemption(document::Value args, const Where& where, model::DefaultPreemptionArgs& out) {
  const Path root;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key == "minCandidateNodesPercentage") {
      if (!member.absent()) { out.min_candidate_nodes_percentage = int32_of(member, where.path[key]); }
    } else if (key == "minCandidateNodesAbsolute") {
      if (!member.absent()) { out.min_candidate_nodes_absolute = int32_of(member, where.path[key]); }
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  FieldErrors errors;
  const std::int32_t percentage = out.min_candidate_nodes_percentage;
  const std::int32_t absolute = out.min_candidate_nodes_absolute;
  if (percentage < 0 || percentage > 100) {
    errors.invalid("minCandidateNodesPercentage", percentage, "not in valid range [0, 100]");
  }
  if (absolute < 0) { errors.invalid("minCandidateNodesAbsolute", absolute, "not in valid range [0, inf)"); }
  if (percentage == 0 && absolute == 0) {
    errors.invalid("minCandidateNodesPercentage", percentage,
                   "cannot be zero at the same time as minCandidateNodesAbsolute");
    errors.invalid("minCandidateNodesAbsolute", absolute,
                   "cannot be zero at the same time as minCandidateNodesPercentage");
  }
  errors.throw_if_any(where.path);
}

// "its default holds": an argument that we do not read has another value.
void warn_of_unread(const Where& where, std::string_view key, std::vector<std::string>& warnings) {
  warnings.push_back(util::concat(where.path.text(), '.', key, ": this argument of ", where.plugin,
                                  " is not simulated; its default holds"));
}

// (ValidateVolumeBindingArgs) A shape needs a feature gate, and with it scores nodes by their volumes.
void read_volume_binding(document::Value args, const Where& where, model::SchedulerProfile& profile,
                         std::vector<std::string>& warnings) {
  constexpr std::int64_t k_timeout = 600;
  const Path root;
  FieldErrors errors;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    if (key == "bindTimeoutSeconds") {
      const std::int64_t timeout = member.absent() ? k_timeout : int64_of(member, where.path[key]);
      if (timeout < 0) { errors.invalid(key, timeout, "invalid BindTimeoutSeconds, should not be a negative value"); }
      if (timeout != k_timeout) { warn_of_unread(where, key, warnings); }
    } else if (key == "shape") {
      if (!shape_of(member, at, errors).empty()) {
        profile.not_simulated.push_back({"argument shape of plugin VolumeBinding", {}});
      }
    } else {
      refuse_unknown_arg(where, at);
    }
  });
  errors.throw_if_any(where.path);
}

// (ValidateDynamicResourcesArgs; without a feature gate, it refuses each value)
void read_dynamic_resources(document::Value args, const Where& where, std::vector<std::string>& warnings) {
  constexpr std::int64_t k_second = 1'000'000'000, k_filter = 10 * k_second, k_binding = 600 * k_second;
  const Path root;
  FieldErrors errors;
  each_member(args, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (is_type_field(key)) { return; }
    const bool is_filter = key == "filterTimeout";
    if (!is_filter && key != "bindingTimeout") { refuse_unknown_arg(where, at); }
    if (member.absent()) { return; }
    const std::int64_t timeout = nanoseconds_of(member, where.path[key]);
    if (timeout < (is_filter ? 0 : k_second)) {
      errors.add(util::concat(key, ": Invalid value: \"", member.text(), "\": must be ",
                              is_filter ? "zero or positive" : "at least 1 second"));
    }
    if (timeout != (is_filter ? k_filter : k_binding)) { warn_of_unread(where, key, warnings); }
  });
  errors.throw_if_any(where.path);
}

bool is_empty(document::Value value) {
  return value.absent() || (value.is_boolean() && !value.boolean()) || (value.is_array() && value.size() == 0);
}

// Arguments of a plugin that is not known here, or that has none: kube-scheduler leaves them to the plugin.
void warn_of_others(document::Value args, const Where& where, std::vector<std::string>& warnings) {
  for (const auto [key, member] : args.members()) {
    if (!is_type_field(key) && !is_empty(member)) { warn_of_unread(where, key, warnings); }
  }
}

void read_args(document::Value args, const Where& where, ConfigVersion version, model::SchedulerProfile& profile,
               std::vector<std::string>& warnings) {
  object_of(args, where.path);
  check_kind(args, where);
  if (where.plugin == "Coscheduling") {
    read_coscheduling(args, where, version, profile.coscheduling);
  } else if (where.plugin == "NodeResourcesFit") {
    read_fit(args, where, profile.fit);
  } else if (where.plugin == "NodeResourcesBalancedAllocation") {
    read_balanced(args, where, profile.balanced_resources);
  } else if (where.plugin == "NodeAffinity") {
    read_added_affinity(args, where, profile.added_affinity);
  } else if (where.plugin == "InterPodAffinity") {
    read_inter_pod_affinity(args, where, profile.inter_pod_affinity);
  } else if (where.plugin == "PodTopologySpread") {
    read_pod_topology_spread(args, where, profile.spread);
  } else if (where.plugin == "DefaultPreemption") {
    read_preemption(args, where, profile.preemption);
  } else if (where.plugin == "VolumeBinding") {
    read_volume_binding(args, where, profile, warnings);
  } else if (where.plugin == "DynamicResources" && version == ConfigVersion::V1) {
    read_dynamic_resources(args, where, warnings);
  } else {
    warn_of_others(args, where, warnings);
  }
}

// Returns the last index of a path, such as 3 for "profiles[3]".
std::size_t last_index(const Path& path) {
  const std::string text = path.text();
  return static_cast<std::size_t>(std::stoul(text.substr(text.rfind('[') + 1)));
}

} // namespace

void read_plugin_config(document::Value value, const Path& path, ConfigVersion version,
                        model::SchedulerProfile& profile, std::vector<std::string>& warnings) {
  std::set<std::string_view> seen;
  each_element(value, path, [&](document::Value element, const Path& at) {
    std::string_view plugin;
    document::Value args;
    each_member(element, at, [&](std::string_view key, document::Value member, const Path& below) {
      if (key == "name") {
        plugin = text_of(member, below);
      } else if (key == "args") {
        args = member;
      } else {
        refuse_unknown_field(below);
      }
    });
    if (!seen.insert(plugin).second) { throw DecodeError(at, util::concat("repeated config for plugin ", plugin)); }
    const Path args_path = at["args"];
    const std::string config = path.text(); // profiles[N].pluginConfig
    const std::size_t profile_index = static_cast<std::size_t>(std::stoul(config.substr(config.find('[') + 1)));
    read_args(args, {args_path, profile_index, last_index(at), plugin}, version, profile, warnings);
  });
}

} // namespace snapshot
