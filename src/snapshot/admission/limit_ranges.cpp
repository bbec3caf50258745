// SPDX-License-Identifier: Apache-2.0
// Admission plugin LimitRanger.
#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/pod_amounts.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace snapshot {

namespace {

using model::ContainerResources;
using model::Quantity;
using model::ResourceQuantities;
using Entry = ResourceQuantities::value_type;

void add_missing(ResourceQuantities& list, const ResourceQuantities& defaults) {
  for (const Entry& entry : defaults) {
    if (amount_in(list, entry.first) == nullptr) { list.push_back(entry); }
  }
  std::ranges::sort(list, {}, &Entry::first);
}

// Adds the defaults that the API server sets when it stores a LimitRange; hand-written ones lack them.
// (SetDefaults_LimitRangeItem)
LimitRangeItem with_defaults(LimitRangeItem item) {
  if (item.of != LimitRangeItem::Of::Container) { return item; }
  add_missing(item.defaults, item.max);
  add_missing(item.default_requests, item.defaults);
  add_missing(item.default_requests, item.min);
  return item;
}

std::vector<LimitRangeItem> items_of(const Collected& collected, std::string_view namespace_name) {
  std::vector<LimitRangeItem> items;
  for (const LimitRange& range : collected.limit_ranges) {
    if (range.namespace_name != namespace_name) { continue; }
    for (const LimitRangeItem& item : range.items) { items.push_back(with_defaults(item)); }
  }
  return items;
}

template <typename Visit>
void each_container(DeclaredSpec& declared, Visit visit) {
  for (ContainerResources& container : declared.containers.resources.containers) { visit(container); }
  for (ContainerResources& container : declared.containers.resources.init_containers) { visit(container); }
}

// The defaults that one LimitRange has for containers.
struct RangeDefaults {
  std::string name; // "LimitRange ml/limits"
  LimitRangeItem item;
};

std::vector<RangeDefaults> defaults_of(const Collected& collected, std::string_view namespace_name) {
  std::vector<RangeDefaults> found;
  for (const LimitRange& range : collected.limit_ranges) {
    if (range.namespace_name != namespace_name) { continue; }
    for (const LimitRangeItem& item : range.items) {
      if (item.of != LimitRangeItem::Of::Container) { continue; }
      found.push_back({util::concat("LimitRange ", namespace_name, '/', range.name), with_defaults(item)});
    }
  }
  return found;
}

// The LimitRanges of a namespace come in no fixed order, and a container keeps the first default. (limitranger,
// GetLimitRanges, mergeContainerResources)
void note_open_defaults(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared) {
  const std::vector<RangeDefaults> ranges = defaults_of(collected, namespace_name);
  const auto compare = [&](const RangeDefaults& first, const RangeDefaults& second,
                           ResourceQuantities LimitRangeItem::*defaults, ResourceQuantities ContainerResources::*own) {
    for (const Entry& entry : first.item.*defaults) {
      const Quantity* const other = amount_in(second.item.*defaults, entry.first);
      if (other == nullptr || *other == entry.second) { continue; }
      bool is_open = false;
      each_container(declared, [&](const ContainerResources& container) {
        is_open = is_open || amount_in(container.*own, entry.first) == nullptr;
      });
      if (!is_open) { continue; }
      declared.not_in_input.push_back({util::concat("whether containers get the default ", entry.first, " of ",
                                                    first.name, " or that of ", second.name),
                                       first.name});
      return true;
    }
    return false;
  };
  for (std::size_t at = 1; at < ranges.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before) {
      if (compare(ranges[before], ranges[at], &LimitRangeItem::defaults, &ContainerResources::limits) ||
          compare(ranges[before], ranges[at], &LimitRangeItem::default_requests, &ContainerResources::requests)) {
        return;
      }
    }
  }
}

// Of several defaults the least, but none below `from` if there is another: if not even these fit, none do.
ResourceQuantities least_defaults(const std::vector<LimitRangeItem>& items,
                                  ResourceQuantities LimitRangeItem::*defaults, const ResourceQuantities& from) {
  ResourceQuantities chosen;
  for (const LimitRangeItem& item : items) {
    if (item.of != LimitRangeItem::Of::Container) { continue; }
    for (const Entry& entry : item.*defaults) {
      const auto other = std::ranges::find(chosen, entry.first, &Entry::first);
      if (other == chosen.end()) {
        chosen.push_back(entry);
        continue;
      }
      const Quantity* const least = amount_in(from, entry.first);
      const auto is_too_low = [&](const Quantity& amount) { return least != nullptr && amount < *least; };
      const bool is_better = is_too_low(other->second) ? other->second < entry.second
                                                       : entry.second < other->second && !is_too_low(entry.second);
      if (is_better) { other->second = entry.second; }
    }
  }
  return chosen;
}

// minConstraint and maxConstraint, for one resource.
void check_min(std::string_view type, const Entry& min, const ContainerResources& asks, std::vector<std::string>& out) {
  const auto begin = util::concat("minimum ", min.first, " usage per ", type, " is ", min.second.text());
  const Quantity* const request = amount_in(asks.requests, min.first);
  const Quantity* const limit = amount_in(asks.limits, min.first);
  if (request == nullptr) {
    out.push_back(util::concat(begin, ".  No request is specified"));
  } else if (*request < min.second) {
    out.push_back(util::concat(begin, ", but request is ", request->text()));
  } else if (limit != nullptr && *limit < min.second) {
    out.push_back(util::concat(begin, ", but limit is ", limit->text()));
  }
}

void check_max(std::string_view type, const Entry& max, const ContainerResources& asks, std::vector<std::string>& out) {
  const auto begin = util::concat("maximum ", max.first, " usage per ", type, " is ", max.second.text());
  const Quantity* const request = amount_in(asks.requests, max.first);
  const Quantity* const limit = amount_in(asks.limits, max.first);
  if (limit == nullptr) {
    out.push_back(util::concat(begin, ".  No limit is specified"));
  } else if (*limit > max.second) {
    out.push_back(util::concat(begin, ", but limit is ", limit->text()));
  } else if (request != nullptr && *request > max.second) {
    out.push_back(util::concat(begin, ", but request is ", request->text()));
  }
}

// limitRequestRatioConstraint, for one resource.
void check_ratio(std::string_view type, const Entry& ratio, const ContainerResources& asks,
                 std::vector<std::string>& out) {
  const auto begin = util::concat(ratio.first, " max limit to request ratio per ", type, " is ", ratio.second.text());
  const Quantity* const request = amount_in(asks.requests, ratio.first);
  const Quantity* const limit = amount_in(asks.limits, ratio.first);
  if (request == nullptr || request->is_zero()) {
    out.push_back(util::concat(begin, ", but no request is specified or request is 0"));
  } else if (limit == nullptr || limit->is_zero()) {
    out.push_back(util::concat(begin, ", but no limit is specified or limit is 0"));
  } else if (const double given = static_cast<double>(limit->nano()) / static_cast<double>(request->nano());
             given * model::k_nano_per_unit > static_cast<double>(ratio.second.nano())) {
    out.push_back(util::concat(begin, ", but provided ratio is ", std::to_string(given)));
  }
}

// Pod-level cpu and memory replace the containers' sum; overhead does not count. (limitranger, podRequests, podLimits)
ContainerResources whole_pod(model::PodResources pod) {
  pod.overhead.clear();
  for (ResourceQuantities* const list : {&pod.pod_requests, &pod.pod_limits}) {
    std::erase_if(*list, [](const Entry& entry) { return entry.first != "cpu" && entry.first != "memory"; });
  }
  ContainerResources total;
  total.requests = model::effective_requests(pod).requests;
  total.limits = model::effective_limits(pod);
  return total;
}

void check(std::string_view type, const LimitRangeItem& item, const ContainerResources& asks,
           std::vector<std::string>& out) {
  for (const Entry& min : item.min) { check_min(type, min, asks, out); }
  for (const Entry& max : item.max) { check_max(type, max, asks, out); }
  for (const Entry& ratio : item.max_ratio) { check_ratio(type, ratio, asks, out); }
}

} // namespace

std::optional<std::string> joined(const std::vector<std::string>& errors) {
  if (errors.empty()) { return std::nullopt; }
  std::vector<std::string> unique;
  for (const std::string& error : errors) {
    if (std::ranges::find(unique, error) == unique.end()) { unique.push_back(error); }
  }
  if (unique.size() == 1) { return unique.front(); }
  std::string text = "[";
  for (const std::string& error : unique) { text.append(text.size() == 1 ? "" : ", ").append(error); }
  return text + ']';
}

void apply_limit_defaults(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared) {
  note_open_defaults(collected, namespace_name, declared);
  const std::vector<LimitRangeItem> items = items_of(collected, namespace_name);
  each_container(declared, [&](ContainerResources& container) {
    add_missing(container.limits, least_defaults(items, &LimitRangeItem::defaults, container.requests));
    add_missing(container.requests, least_defaults(items, &LimitRangeItem::default_requests, {}));
  });
}

std::optional<std::string> violated_limits(const Collected& collected, std::string_view namespace_name,
                                           const DeclaredSpec& declared) {
  std::vector<std::string> errors;
  const model::PodResources& pod = declared.containers.resources;
  for (const LimitRangeItem& item : items_of(collected, namespace_name)) {
    if (item.of == LimitRangeItem::Of::Claim) { continue; }
    if (item.of == LimitRangeItem::Of::Pod) {
      check("Pod", item, whole_pod(pod), errors);
      continue;
    }
    for (const ContainerResources& container : pod.containers) { check("Container", item, container, errors); }
    for (const ContainerResources& container : pod.init_containers) { check("Container", item, container, errors); }
  }
  return joined(errors);
}

std::vector<model::RequestBound> request_bounds_of(Collected& collected) {
  std::vector<model::RequestBound> bounds;
  for (const LimitRange& range : collected.limit_ranges) {
    for (const LimitRangeItem& item : range.items) {
      if (item.of == LimitRangeItem::Of::Claim) { continue; }
      for (const auto& [name, most] : item.max) {
        const std::optional<model::ResourceId> resource = collected.cluster.resources.find(name);
        if (!resource) { continue; } // no object names it
        bounds.push_back({collected.lasting(range.namespace_name), collected.cluster.resources.name(*resource),
                          model::scheduler_amount(*resource, most), item.of == LimitRangeItem::Of::Container});
      }
    }
  }
  return bounds;
}

std::optional<std::string> violated_claim_limits(const Collected& collected,
                                                 const model::PersistentVolumeClaim& claim) {
  if (!claim.requested) { return std::nullopt; }
  std::vector<std::string> errors;
  const auto check_storage = [&](const ResourceQuantities& list, bool is_max) {
    const Quantity* const bound = amount_in(list, "storage");
    if (bound == nullptr || (is_max ? *claim.requested <= *bound : *bound <= *claim.requested)) { return; }
    errors.push_back(util::concat(is_max ? "maximum" : "minimum", " storage usage per PersistentVolumeClaim is ",
                                  bound->text(), ", but request is ", claim.requested->text()));
  };
  for (const LimitRangeItem& item : items_of(collected, claim.namespace_name)) {
    if (item.of != LimitRangeItem::Of::Claim) { continue; }
    check_storage(item.min, false);
    check_storage(item.max, true);
  }
  return joined(errors);
}

} // namespace snapshot
