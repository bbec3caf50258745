// SPDX-License-Identifier: Apache-2.0
// One Lease object (coordination.k8s.io/v1): read, taken, renewed, given back, a request each.
//
// Its times are the server's, told by the Date of its answers: binders on machines whose clocks differ agree.
// (client-go leaderelection instead watches for a full duration whether the record changes, which a program that runs
// once cannot afford.)
#pragma once

#include "kube/api/client.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace kube {

using ServerTime = std::chrono::sys_time<std::chrono::microseconds>;

struct LeaseAddress {
  std::string namespace_name, name;
  std::string text() const { return namespace_name + '/' + name; }
};

// What the Lease says. All but `holder` may be unknown: others write as they like.
struct LeaseRecord {
  std::string holder; // empty: nobody
  std::chrono::seconds duration{0};
  std::optional<ServerTime> acquired, renewed;
  std::int64_t transitions = 0;
  std::string uid; // empty: not stored yet
  std::string resource_version;

  // Whether nobody holds it any more at `now`: five seconds after its end, for the server tells whole seconds and
  // answers take their time.
  bool is_free(ServerTime now) const;
};

// Throws ApiError and ConnectionError, as all that follow. `now`: the server's time, which every answer sets.
std::optional<LeaseRecord> read_lease(Client& client, const LeaseAddress& address, ServerTime& now);

// Writes the record: over the one whose resource_version it has, or anew where that is empty. The record as it was
// stored; nullopt where somebody else was faster (409).
std::optional<LeaseRecord> write_lease(Client& client, const LeaseAddress& address, const LeaseRecord& record,
                                       ServerTime& now);

} // namespace kube
