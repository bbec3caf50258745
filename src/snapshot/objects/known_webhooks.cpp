// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/known_webhooks.hpp"

#include "snapshot/collected/omissions.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace snapshot {

namespace {

// Kueue: expand/kueue_webhooks.hpp. JobSet and LeaderWorkerSet: validation/operator_rules.cpp, and the workloads of
// these names. Volcano: validation/volcano_rules.cpp, changes/queue_objects.cpp, and volcano_budget_error(). The names
// are those of the projects' manifests. (kueue config/components/webhook, jobset config/components/webhook, lws
// config/webhook, volcano installer/helm)
constexpr std::array<KnownWebhook, 5> k_known = {{
    {"Kueue", "kueue-webhook-service", ".kb.io", "", ""},
    {"JobSet", "jobset-webhook-service", ".kb.io", "", ""},
    {"LeaderWorkerSet", "lws-webhook-service", ".kb.io", "", ""},
    {"Volcano", "-admission-service", ".volcano.sh", "/pods/mutate",
     "no resource group of Volcano's webhook concerns the pods"},
    {"Volcano", "-admission-service", ".volcano.sh", "", ""},
}};

constexpr std::string_view k_at = " at ";

bool is_row(const KnownWebhook& row, document::Value webhook) {
  const document::Value service = webhook["clientConfig"]["service"];
  return service["name"].text().ends_with(row.service_end) && webhook["name"].text().ends_with(row.name_end) &&
         (row.path.empty() || service["path"].text() == row.path);
}

// Reads like intstr.Parse and strconv.Atoi: a number, or one with percent signs.
std::string budget_error(std::string_view key, std::string_view value) {
  if (const std::optional<std::int64_t> number = util::parse_int64(value)) {
    return *number > 0 ? std::string()
                       : util::concat("invalid value <\"", value, "\"> for ", key, ", it must be a positive integer");
  }
  std::string digits(value);
  std::erase(digits, '%');
  const std::optional<std::int64_t> percent = util::parse_int64(digits);
  if (percent && *percent > 0 && *percent < 100) { return {}; }
  return util::concat("invalid value <\"", value, "\"> for ", key,
                      ", it must be a valid percentage which between 1% ~ 99%");
}

} // namespace

const KnownWebhook* find_known_webhook(document::Value webhook) {
  const auto row = std::ranges::find_if(k_known, [&](const KnownWebhook& each) { return is_row(each, webhook); });
  return row == k_known.end() ? nullptr : &*row;
}

void add_known_webhook(Collected& collected, AdmissionPolicy webhook) {
  std::vector<std::string_view>& names = collected.cluster.known_webhooks;
  const auto place = std::ranges::lower_bound(names, webhook.known->of); // sorted, so that no answer tells their order
  if (place == names.end() || *place != webhook.known->of) { names.insert(place, webhook.known->of); }
  collected.known_webhooks.push_back(std::move(webhook));
}

std::string name_in_snapshot(const KnownWebhook& row, std::string_view service_namespace, std::string_view service) {
  return util::concat(k_webhooks_of, row.of, k_at, service_namespace, '/', service, row.path);
}

std::optional<AdmissionPolicy> webhook_named(std::string_view name) {
  if (!name.starts_with(k_webhooks_of)) { return std::nullopt; }
  name.remove_prefix(k_webhooks_of.size());
  for (const KnownWebhook& row : k_known) {
    std::string_view rest = name;
    if (!rest.starts_with(row.of) || !rest.substr(row.of.size()).starts_with(k_at) || !rest.ends_with(row.path)) {
      continue;
    }
    rest.remove_prefix(row.of.size() + k_at.size());
    rest.remove_suffix(row.path.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) { continue; }
    AdmissionPolicy policy;
    policy.text = row.of;
    policy.known = &row;
    policy.service_namespace = rest.substr(0, slash);
    policy.service = rest.substr(slash + 1);
    policy.matches.emplace_back().rules.emplace_back();
    return policy;
  }
  return std::nullopt;
}

std::string volcano_budget_error(document::Value pod_template) {
  constexpr std::string_view k_least = "volcano.sh/jdb-min-available", k_most = "volcano.sh/jdb-max-unavailable";
  if (pod_template["spec"]["schedulerName"].text() != "volcano") { return {}; }
  const document::Value annotations = pod_template["metadata"]["annotations"];
  for (const std::string_view key : {k_least, k_most}) {
    if (annotations[key].absent()) { continue; }
    if (std::string error = budget_error(key, annotations[key].text()); !error.empty()) { return error; }
  }
  if (annotations[k_least].absent() || annotations[k_most].absent()) { return {}; }
  return util::concat("not allow configure multiple annotations <[", k_least, ' ', k_most, "]> at same time");
}

} // namespace snapshot
