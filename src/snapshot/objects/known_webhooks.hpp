// SPDX-License-Identifier: Apache-2.0
// Webhooks of operators whose rules the program applies itself.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/collected.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

struct KnownWebhook {
  std::string_view of;          // "Kueue"
  std::string_view service_end; // of clientConfig.service.name; an installation may put a prefix before it
  std::string_view name_end;    // of the webhook's name; empty: any
  std::string_view path;        // of clientConfig.service.path; empty: any
  std::string_view assumed;     // about settings that are not read, on which its decisions rest too; empty: nothing
};

// The row of an entry of `webhooks` in a webhook configuration; null: its decisions are not known.
const KnownWebhook* find_known_webhook(document::Value webhook);

// Records a webhook with a row.
void add_known_webhook(Collected& collected, AdmissionPolicy webhook);

// How a snapshot names a webhook that it leaves out: "webhooks of Volcano at ml/volcano-admission-service/pods/mutate".
std::string name_in_snapshot(const KnownWebhook& row, std::string_view service_namespace, std::string_view service);
// The webhook of such a name, with every request that there is; nothing if the name is not one of these.
std::optional<AdmissionPolicy> webhook_named(std::string_view name);

// Why Volcano's webhook refuses a pod for its budget, in the webhook's words; empty: it does not. (volcano v1.15,
// pkg/webhooks/admission/pods/validate)
std::string volcano_budget_error(document::Value pod_template);

} // namespace snapshot
