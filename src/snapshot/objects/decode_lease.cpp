// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_lease.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_metadata.hpp"

namespace snapshot {

void add_lease(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::Lease lease;
  each_member(object["spec"], root["spec"], [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "holderIdentity") {
      lease.holder = text_of(member, at);
    } else if (key == "leaseDurationSeconds") {
      lease.duration_seconds = int32_of(member, at);
    } else if (key == "acquireTime") {
      collected.newest.see(member);
      lease.acquired = time_of(member, at);
    } else if (key == "renewTime") {
      collected.newest.see(member);
      lease.renewed = time_of(member, at);
    }
  });
  if (metadata.namespace_name == k_kubelets_leases) { return; }
  lease.holder = collected.lasting(lease.holder);
  lease.namespace_name = collected.lasting(namespace_or_default(metadata));
  lease.name = collected.lasting(metadata.name);
  collected.cluster.leases.push_back(lease);
  collected.lease_origins.push_back(origin);
}

} // namespace snapshot
