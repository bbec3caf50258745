// SPDX-License-Identifier: Apache-2.0
// One Lease object (coordination.k8s.io/v1). Reads and writes it, one request per call.
//
// All times are the server's, from the Date header of its answers, so binders on machines with different clocks agree.
// (client-go's leaderelection instead watches for a full duration whether the record changes. A program that runs once
// cannot afford that.)
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

// Content of the Lease. Every field except `holder` may be unknown, because other clients write what they like.
struct LeaseRecord {
  std::string holder; // empty: free
  std::chrono::seconds duration{0};
  std::optional<ServerTime> acquired, renewed;
  std::int64_t transitions = 0;
  std::string uid; // empty: not stored yet
  std::string resource_version;

  // True if no run holds the Lease at `now`. Adds five seconds to its end, because the server's clock has whole seconds
  // and answers take time.
  bool is_free(ServerTime now) const;
};

// Throws ApiError and ConnectionError, as do the functions below. Every answer sets `now` to the server's time.
std::optional<LeaseRecord> read_lease(Client& client, const LeaseAddress& address, ServerTime& now);

// Writes the record: replaces the one with its resource_version, or creates it if that is empty. Returns the stored
// record; nullopt if another client was faster (409).
std::optional<LeaseRecord> write_lease(Client& client, const LeaseAddress& address, const LeaseRecord& record,
                                       ServerTime& now);

} // namespace kube
