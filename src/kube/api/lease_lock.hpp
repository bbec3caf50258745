// SPDX-License-Identifier: Apache-2.0
// A Lease that is held while we write: taken, renewed by a thread of its own, given back at the end.
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
  std::chrono::seconds duration{30}; // until others may take it
  std::chrono::milliseconds renew_every{10'000};
  std::chrono::milliseconds retry_every{2'000}; // where renewing failed
  // Since a renewal was sent that has succeeded: until then we write, and what was sent ends then too. The rest of
  // `duration` is for what is still on its way.
  std::chrono::milliseconds good_for{25'000};
};

class LeaseLock {
 public:
  // `holder` tells this run from all others. The lock has a client of its own, which says nothing: of `options` the
  // sinks are not used. `connection` must live as long.
  LeaseLock(const Connection& connection, ClientOptions options, LeaseAddress address, std::string holder,
            LeaseTimes times = {});
  ~LeaseLock(); // gives it back
  LeaseLock(const LeaseLock&) = delete;
  LeaseLock& operator=(const LeaseLock&) = delete;

  // Takes the Lease and begins to renew it; or the record of whoever holds it. It is taken from holders whom the caller
  // knows to be dead as if it were free. Throws ApiError and ConnectionError.
  std::optional<LeaseRecord> acquire(std::span<const std::string> dead = {});

  // The time until which no other run can hold it; in the past if it is lost.
  BootClock::time_point held_until() const;
  bool is_held() const { return now() < held_until(); }
  bool is_lost() const { return !m_mine; } // to another holder, deleted, or given back
  // For requests that must not outlive it. This must live as long as they.
  Term term() const;
  // Asks whether it says so still, with another client, for this one is the renewing thread's. False: it is lost.
  // Throws ApiError and ConnectionError.
  bool is_confirmed(Client& client);
  ServerTime acquired_at() const { return m_acquired_at; }
  const std::string& uid() const { return m_uid; }                // of the object, as it was acquired
  ServerTime server_now() const { return server_time_at(now()); } // by the answer before the Lease was taken
  const LeaseAddress& address() const { return m_address; }

  // Stops renewing and gives it back. False where that failed: then it ends by itself.
  bool release() noexcept;

 private:
  using Time = BootClock::time_point;
  void renew(const std::stop_token& stop);
  bool renew_once(); // false: it is lost
  void note(const LeaseRecord& record, Time asked);
  Time now() const { return m_clock.now(); }
  ServerTime server_time_at(Time time) const;

  Clock m_clock;
  Credentials m_credentials;
  Client m_client;
  LeaseAddress m_address;
  std::string m_holder;
  LeaseTimes m_times;

  LeaseRecord m_record; // as the server has it; of the thread while that runs
  ServerTime m_acquired_at{};
  std::string m_uid;
  std::atomic<bool> m_mine{false};
  std::atomic<Time> m_renewed{};                        // when the last renewal that succeeded was sent
  std::atomic<std::chrono::microseconds> m_server_is{}; // the server's clock minus ours
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::jthread m_thread;
};

} // namespace kube
