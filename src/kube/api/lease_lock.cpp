// SPDX-License-Identifier: Apache-2.0
#include "kube/api/lease_lock.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace kube {

namespace {

using std::chrono::microseconds;

// Removes all sinks: they write to the user's terminal, and only the main thread may do that.
ClientOptions silent(ClientOptions options) {
  options.cancelled = nullptr;
  options.warning = nullptr;
  options.notice = nullptr;
  options.log = nullptr;
  options.verbosity = 0;
  return options;
}

microseconds since_epoch(BootClock::time_point time) {
  return std::chrono::duration_cast<microseconds>(time.time_since_epoch());
}

} // namespace

LeaseLock::LeaseLock(const Connection& connection, ClientOptions options, LeaseAddress address, std::string holder,
                     LeaseTimes times)
    : m_clock(options.clock), m_credentials(connection),
      m_client(connection, identity_of(m_credentials), silent(std::move(options))), m_address(std::move(address)),
      m_holder(std::move(holder)), m_times(times) {}

LeaseLock::~LeaseLock() { release(); }

std::optional<LeaseRecord> LeaseLock::acquire(std::span<const std::string> dead) {
  constexpr int k_races = 5; // consecutive lost races; acquire() then returns the last winner's record
  LeaseRecord current;
  for (int race = 0; race < k_races; ++race) {
    // Taken before the answer whose Date becomes renewTime, so other clients count from a moment no earlier than ours.
    const Time asked = now();
    ServerTime server_now;
    current = read_lease(m_client, m_address, server_now).value_or(LeaseRecord{});
    m_server_is = server_now.time_since_epoch() - since_epoch(asked);
    const bool is_dead = std::find(dead.begin(), dead.end(), current.holder) != dead.end();
    if (!is_dead && !current.is_free(server_now)) { return current; }

    LeaseRecord wanted = current;
    wanted.holder = m_holder;
    wanted.duration = m_times.duration;
    wanted.acquired = wanted.renewed = server_now;
    wanted.transitions = current.resource_version.empty() ? 0 : current.transitions + 1;
    if (const auto stored = write_lease(m_client, m_address, wanted, server_now)) {
      m_acquired_at = *wanted.acquired;
      m_uid = stored->uid;
      m_mine = true;
      note(*stored, asked);
      m_thread = std::jthread([this](const std::stop_token& stop) { renew(stop); });
      return std::nullopt;
    }
  }
  return current;
}

void LeaseLock::note(const LeaseRecord& record, Time asked) {
  m_record = record;
  m_renewed = asked;
}

BootClock::time_point LeaseLock::held_until() const { return m_mine ? m_renewed.load() + m_times.good_for : Time{}; }

Term LeaseLock::term() const {
  return {[this] { return held_until(); },
          util::concat("the Lease ", m_address.text(), " is not ours for certain any more")};
}

bool LeaseLock::is_confirmed(Client& client) {
  ServerTime answered;
  const auto current = read_lease(client, m_address, answered);
  if (!current || current->holder != m_holder) { m_mine = false; }
  return m_mine;
}

ServerTime LeaseLock::server_time_at(Time time) const { return ServerTime(since_epoch(time) + m_server_is.load()); }

void LeaseLock::renew(const std::stop_token& stop) {
  std::chrono::milliseconds pause = m_times.renew_every;
  for (;;) {
    {
      std::unique_lock lock(m_mutex);
      m_wake.wait_for(lock, stop, pause, [] { return false; });
    }
    if (stop.stop_requested() || is_lost()) { return; }
    try {
      if (!renew_once()) { return; }
      pause = m_times.renew_every;
    } catch (const ApiError& error) {
      if (error.code() == 404) { // deleted: the next run creates a new Lease and does not wait for this one
        m_mine = false;
        return;
      }
      pause = m_times.retry_every;
    } catch (const util::Error&) {
      pause = m_times.retry_every; // is_held() becomes false if this takes too long
    }
  }
}

bool LeaseLock::renew_once() {
  const Time asked = now(); // one moment for both uses: the process may be suspended for long before the request leaves
  LeaseRecord wanted = m_record;
  wanted.renewed = server_time_at(asked);
  ServerTime answered;
  if (const auto stored = write_lease(m_client, m_address, wanted, answered)) {
    note(*stored, asked);
    return true;
  }
  // Another client wrote to the Lease: an administrator added a label, or another run took it. Or our own renewal was
  // stored and its answer was lost.
  const auto current = read_lease(m_client, m_address, answered);
  if (current && current->holder == m_holder) {
    m_record.resource_version = current->resource_version;
    return renew_once();
  }
  m_mine = false;
  return false;
}

bool LeaseLock::release() noexcept {
  try {
    if (m_thread.joinable()) {
      m_thread.request_stop();
      m_wake.notify_all();
      m_thread.join();
    }
    if (!m_mine.exchange(false)) { return false; }
    LeaseRecord wanted = m_record;
    wanted.holder.clear();
    wanted.duration = std::chrono::seconds(1); // the value that leader election leaves
    wanted.renewed = server_now();
    ServerTime answered;
    return write_lease(m_client, m_address, wanted, answered).has_value();
  } catch (...) {
    return false; // the Lease expires by itself
  }
}

} // namespace kube
