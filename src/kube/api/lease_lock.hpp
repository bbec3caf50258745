// SPDX-License-Identifier: Apache-2.0
// Holds a Lease while bind writes: acquires it, renews it in a thread of its own, and releases it at the end.
#pragma once

#include "kube/api/client.hpp"
#include "kube/api/lease.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>

namespace kube {

struct LeaseTimes {
  std::chrono::seconds duration{30}; // other clients may take it after this time
  std::chrono::milliseconds renew_every{10'000};
  std::chrono::milliseconds retry_every{2'000}; // after a failed renewal
  // We write only until this time after the last successful renewal was sent; requests in flight also end then. The
  // rest of `duration` is a margin for requests that are still on their way.
  std::chrono::milliseconds good_for{25'000};
};

class LeaseLock {
 public:
  // `holder` identifies this run. The lock has a client of its own, which prints nothing: it ignores the sinks in
  // `options`. `connection` must live as long as the lock.
  LeaseLock(const Connection& connection, ClientOptions options, LeaseAddress address, std::string holder,
            LeaseTimes times = {});
  ~LeaseLock(); // releases the Lease
  LeaseLock(const LeaseLock&) = delete;
  LeaseLock& operator=(const LeaseLock&) = delete;

  // Acquires the Lease and starts to renew it, or returns the record of the current holder. A Lease of a holder in
  // `dead` counts as free. Throws ApiError and ConnectionError.
  std::optional<LeaseRecord> acquire(std::span<const std::string> dead = {});

  // The time until which no other run can hold the Lease; in the past if it is lost.
  BootClock::time_point held_until() const;
  bool is_held() const { return now() < held_until(); }
  bool is_lost() const { return !m_mine; } // another run holds it, it was deleted, or release() ran
  // Term for requests that must not outlive the Lease. The lock must live as long as they do.
  Term term() const;
  // Reads the Lease again and returns false if it is lost. Uses another client, because the renewing thread owns this
  // one. Throws ApiError and ConnectionError.
  bool is_confirmed(Client& client);
  ServerTime acquired_at() const { return m_acquired_at; }
  const std::string& uid() const { return m_uid; }                // of the object, when acquired
  ServerTime server_now() const { return server_time_at(now()); } // from the answer before the Lease was acquired
  const LeaseAddress& address() const { return m_address; }

  // Stops renewing and releases the Lease. If that fails it returns false, and the Lease expires by itself.
  bool release() noexcept;

 private:
  using Time = BootClock::time_point;
  void renew(const std::stop_token& stop);
  bool renew_once(); // false: the Lease is lost
  void note(const LeaseRecord& record, Time asked);
  Time now() const { return m_clock.now(); }
  ServerTime server_time_at(Time time) const;

  Clock m_clock;
  Credentials m_credentials;
  Client m_client;
  LeaseAddress m_address;
  std::string m_holder;
  LeaseTimes m_times;

  LeaseRecord m_record; // as stored on the server; the thread owns it while it runs
  ServerTime m_acquired_at{};
  std::string m_uid;
  std::atomic<bool> m_mine{false};
  std::atomic<Time> m_renewed{};                        // time at which the last successful renewal was sent
  std::atomic<std::chrono::microseconds> m_server_is{}; // the server's clock minus ours
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::jthread m_thread;
};

} // namespace kube
