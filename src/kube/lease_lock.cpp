// SPDX-License-Identifier: Apache-2.0
#include "kube/lease_lock.hpp"

#include <algorithm>
#include <utility>

namespace kube {

namespace {

using std::chrono::microseconds;

// Sinks write to the user's terminal, from the main thread.
ClientOptions silent(ClientOptions options) {
  options.cancelled = nullptr;
  options.warning = nullptr;
  options.notice = nullptr;
  options.log = nullptr;
  options.verbosity = 0;
  return options;
}

microseconds since_epoch(std::chrono::steady_clock::time_point time) {
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
  constexpr int k_races = 5; // lost one after the other, the winner of the last is the holder
  LeaseRecord current;
  for (int race = 0; race < k_races; ++race) {
    ServerTime server_now;
    current = read_lease(m_client, m_address, server_now).value_or(LeaseRecord{});
    const bool is_dead = std::find(dead.begin(), dead.end(), current.holder) != dead.end();
    if (!is_dead && !current.is_free(server_now)) { return current; }

    LeaseRecord wanted = current;
    wanted.holder = m_holder;
    wanted.duration = m_times.duration;
    wanted.acquired = wanted.renewed = server_now;
    wanted.transitions = current.resource_version.empty() ? 0 : current.transitions + 1;
    const SteadyTime asked = now();
    if (const auto stored = write_lease(m_client, m_address, wanted, server_now)) {
      m_server_is = server_now.time_since_epoch() - since_epoch(now());
      m_acquired_at = *wanted.acquired;
      m_mine = true;
      note(*stored, asked);
      m_thread = std::jthread([this](const std::stop_token& stop) { renew(stop); });
      return std::nullopt;
    }
  }
  return current;
}

void LeaseLock::note(const LeaseRecord& record, SteadyTime asked) {
  m_record = record;
  m_renewed = asked;
}

bool LeaseLock::is_held() const { return m_mine && now() - m_renewed.load() < m_times.good_for; }

ServerTime LeaseLock::server_now() const { return ServerTime(since_epoch(now()) + m_server_is.load()); }

void LeaseLock::renew(const std::stop_token& stop) {
  std::chrono::milliseconds pause = m_times.renew_every;
  for (;;) {
    {
      std::unique_lock lock(m_mutex);
      m_wake.wait_for(lock, stop, pause, [] { return false; });
    }
    if (stop.stop_requested()) { return; }
    try {
      if (!renew_once()) { return; }
      pause = m_times.renew_every;
    } catch (const util::Error&) {
      pause = m_times.retry_every; // is_held() tells when it has been too long
    }
  }
}

bool LeaseLock::renew_once() {
  LeaseRecord wanted = m_record;
  wanted.renewed = server_now();
  ServerTime answered;
  const SteadyTime asked = now();
  if (const auto stored = write_lease(m_client, m_address, wanted, answered)) {
    note(*stored, asked);
    return true;
  }
  // Somebody wrote to it: an administrator's label, our own renewal of which we never heard, or another holder.
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
    wanted.duration = std::chrono::seconds(1); // as leader election leaves it
    wanted.renewed = server_now();
    ServerTime answered;
    return write_lease(m_client, m_address, wanted, answered).has_value();
  } catch (...) {
    return false; // it ends by itself
  }
}

} // namespace kube
