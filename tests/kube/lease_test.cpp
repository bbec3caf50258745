// SPDX-License-Identifier: Apache-2.0
// The Lease that keeps a second binder out.
#include "kube/api/binding.hpp"
#include "kube/api/lease_lock.hpp"
#include "kube/http/server_time.hpp"
#include "kube/visit.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using kube::LeaseRecord;
using tests::Visit;

namespace {

const kube::LeaseAddress k_address = {"kube-system", "kubectl-gang-batch"};
constexpr kube::LeaseTimes k_fast = {30s, 20ms, 10ms, 2'000ms};

LeaseRecord stored(Visit& visit) {
  kube::ServerTime now;
  return kube::read_lease(visit.client(), k_address, now).value_or(LeaseRecord{});
}

// Writes the Lease as another holder would have done, `ago` before now.
void write_as(Visit& visit, const std::string& holder, std::chrono::seconds ago) {
  kube::ServerTime now;
  LeaseRecord record = kube::read_lease(visit.client(), k_address, now).value_or(LeaseRecord{});
  record.holder = holder;
  record.duration = 30s;
  record.acquired = record.renewed = now - ago;
  REQUIRE(kube::write_lease(visit.client(), k_address, record, now));
}

template <typename Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) { return true; }
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

// Holds the Lease on the server of `visit`.
struct Binder {
  explicit Binder(Visit& visit, const std::string& name, kube::LeaseTimes times = k_fast)
      : lock(visit.connection, visit.options, k_address, name, times) {}
  kube::LeaseLock lock;
};

Visit lease_visit(const std::string& scenario = "lease") {
  Visit visit("good", scenario);
  visit.use_real_time();
  return visit;
}

} // namespace

TEST_CASE("acquire creates a missing Lease, holds it, and releases it") {
  Visit visit = lease_visit();
  {
    Binder one(visit, "one");
    REQUIRE_FALSE(one.lock.acquire());
    CHECK(one.lock.is_held());
    const LeaseRecord held = stored(visit);
    CHECK(held.holder == "one");
    CHECK(held.duration == 30s);
    CHECK(held.transitions == 0);
    CHECK(held.acquired == held.renewed);

    Binder two(visit, "two");
    const auto holder = two.lock.acquire();
    REQUIRE(holder);
    CHECK(holder->holder == "one");
    CHECK_FALSE(two.lock.is_held());
  }
  const LeaseRecord released = stored(visit);
  CHECK(released.holder.empty());
  CHECK(released.duration == 1s);
  Binder three(visit, "three");
  REQUIRE_FALSE(three.lock.acquire());
  CHECK(stored(visit).transitions == 1);
}

TEST_CASE("acquire takes over an expired Lease, but not a fresh one") {
  Visit visit = lease_visit();
  write_as(visit, "gone", 34s); // within 30 s plus the margin of 5 s
  Binder early(visit, "early");
  REQUIRE(early.lock.acquire());
  write_as(visit, "gone", 37s);
  Binder late(visit, "late");
  REQUIRE_FALSE(late.lock.acquire());
  CHECK(stored(visit).holder == "late");
}

TEST_CASE("acquire ignores a holder that the caller knows to be dead") {
  Visit visit = lease_visit();
  write_as(visit, "dead", 0s);
  const std::vector<std::string> dead = {"somebody", "dead"};
  Binder other(visit, "other");
  REQUIRE(other.lock.acquire());
  REQUIRE_FALSE(other.lock.acquire(dead));
  CHECK(stored(visit).holder == "other");
}

TEST_CASE("a held Lease renews itself") {
  Visit visit = lease_visit();
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  const std::string first = stored(visit).resource_version;
  CHECK(comes_true([&] { return stored(visit).resource_version > first; }));
  CHECK(stored(visit).holder == "one");
  CHECK(stored(visit).acquired == one.lock.acquired_at());
}

TEST_CASE("after a renewal without an answer the lock reads the Lease") {
  Visit visit = lease_visit("lease~3");
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  CHECK(comes_true([&] { return std::stoi(stored(visit).resource_version) > 6; }));
  CHECK(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost());
}

// Writes the Lease with another holder; the test server deletes a Lease whose holder is "deleted". If a renewal in
// between makes the server reject the write, it repeats the write.
static void overwrite_holder(Visit& visit, const std::string& holder) {
  CHECK(comes_true([&] {
    kube::ServerTime now;
    LeaseRecord record = stored(visit);
    record.holder = holder;
    return kube::write_lease(visit.client(), k_address, record, now).has_value();
  }));
}

TEST_CASE("a Lease with another holder is lost") {
  Visit visit = lease_visit();
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  overwrite_holder(visit, "thief");
  CHECK(comes_true([&] { return one.lock.is_lost(); }));
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.release()); // never releases another holder's Lease
  CHECK(stored(visit).holder == "thief");
}

TEST_CASE("deleting a Lease loses it") {
  Visit visit = lease_visit();
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  overwrite_holder(visit, "deleted");
  CHECK(comes_true([&] { return one.lock.is_lost(); }));
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.release());
  kube::ServerTime now;
  CHECK_FALSE(kube::read_lease(visit.client(), k_address, now)); // the lock does not create it again
}

TEST_CASE("is_confirmed asks the server at once, without waiting for a renewal") {
  for (const std::string holder : {"deleted", "thief"}) {
    Visit visit = lease_visit();
    Binder one(visit, "one", {30s, 60'000ms, 60'000ms, 25'000ms});
    REQUIRE_FALSE(one.lock.acquire());
    CHECK(one.lock.is_confirmed(visit.client()));
    write_as(visit, holder, 0s);
    CHECK(one.lock.is_held());
    CHECK_FALSE(one.lock.is_confirmed(visit.client()));
    CHECK(one.lock.is_lost());
    CHECK_FALSE(one.lock.is_held());
  }
}

// A fake boot clock: it advances while the machine sleeps, unlike other clocks.
TEST_CASE("a Lease expires while the machine sleeps") {
  Visit visit = lease_visit();
  auto slept = std::make_shared<std::atomic<std::chrono::seconds>>(0s);
  visit.options.clock.now = [slept] { return kube::BootClock::now() + slept->load(); };
  Binder one(visit, "one", {30s, 60'000ms, 60'000ms, 25'000ms});
  REQUIRE_FALSE(one.lock.acquire());
  *slept = 24s;
  CHECK(one.lock.is_held());
  *slept = 25s;
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost()); // a renewal may still succeed
}

TEST_CASE("no write starts after the Lease expires, and none outlasts it") {
  Visit visit("good", "bind");
  auto end = std::make_shared<std::atomic<kube::BootClock::time_point>>(kube::BootClock::now() + 4s);
  visit.use_real_time();
  visit.options.max_in_flight = 1;
  std::map<std::string, std::string> trouble;
  const auto bind = [&](const std::string& pod) {
    kube::Request request = kube::binding_request({"ml", pod, "u", "1", "a"}, kube::DryRun::No);
    request.term = kube::Term{[end] { return end->load(); }, "the Lease ran out"};
    visit.client().start(request, [&trouble, pod](const kube::Outcome& outcome) { trouble[pod] = outcome.trouble(); });
  };
  bind("a");
  visit.client().run();
  CHECK(trouble["a"].empty());
  const std::string told = visit.journal().front().query.at("timeout"); // not the 10 s of bindings
  CHECK((told.starts_with("3.") || told == "4s"));

  bind("b");
  bind("c");
  *end = kube::BootClock::time_point{}; // lost
  visit.client().run();
  CHECK(trouble["b"] == "not sent: the Lease ran out");
  CHECK(trouble["c"] == "not sent: the Lease ran out");
  CHECK(visit.journal().size() == 1);
}

// A handshake keeps libcurl busy for long, and the process may stop meanwhile.
TEST_CASE("a write checks its Lease once more right before it leaves") {
  Visit visit("good", "bind");
  visit.use_real_time();
  visit.get(); // opens a connection
  std::string trouble;
  kube::Request request = kube::binding_request({"ml", "a", "u", "1", "a"}, kube::DryRun::No);
  auto asked = std::make_shared<int>(0); // 3 times before libcurl gets the request
  request.term =
      kube::Term{[asked] { return ++*asked <= 3 ? kube::BootClock::now() + 9s : kube::BootClock::time_point{}; },
                 "the Lease ran out"};
  visit.client().start(request, [&](const kube::Outcome& outcome) { trouble = outcome.trouble(); });
  visit.client().run();
  CHECK(trouble == "not sent: the Lease ran out");
  CHECK(*asked == 4);
  CHECK(visit.journal().size() == 1);
}

TEST_CASE("a write without an answer ends with the Lease") {
  Visit visit("good", "silent");
  visit.use_real_time();
  std::string trouble;
  kube::Request request = kube::binding_request({"ml", "a", "u", "1", "a"}, kube::DryRun::No);
  // The Lease ends while the client waits for the answer, before the timeout that the request names.
  const auto begin = kube::BootClock::now();
  request.term = kube::Term{[begin] {
                              const auto now = kube::BootClock::now();
                              return now - begin < 300ms ? now + 9s : begin;
                            },
                            "the Lease ran out"};
  visit.client().start(request, [&](const kube::Outcome& outcome) { trouble = outcome.trouble(); });
  visit.client().run();
  CHECK(trouble == "no answer in time: the Lease ran out");
  CHECK(kube::BootClock::now() - begin < 3s);
}

TEST_CASE("without renewals a Lease counts as held only for a while") {
  Visit visit = lease_visit();
  Binder one(visit, "one", {30s, 60'000ms, 60'000ms, 300ms});
  REQUIRE_FALSE(one.lock.acquire());
  CHECK(one.lock.is_held());
  std::this_thread::sleep_for(400ms);
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost());
}

TEST_CASE("an excessive duration does not expire early") {
  Visit visit = lease_visit();
  kube::ServerTime now;
  LeaseRecord record = stored(visit);
  record.holder = "somebody";
  record.duration = std::chrono::seconds(std::numeric_limits<std::int64_t>::max());
  (void)kube::read_lease(visit.client(), k_address, now);
  record.acquired = record.renewed = now;
  REQUIRE(kube::write_lease(visit.client(), k_address, record, now));
  CHECK(stored(visit).duration == std::chrono::seconds(std::numeric_limits<std::int32_t>::max()));
  CHECK_FALSE(stored(visit).is_free(now));
}

TEST_CASE("server_time uses a valid Date header, else the local clock") {
  const auto seconds = [](const std::string& date) {
    kube::Response response;
    response.headers = {{"date", date}};
    const auto time = kube::server_time(response);
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
  };
  CHECK(seconds("Tue, 15 Nov 1994 08:12:31 GMT") == 784887151);
  const auto ours =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  for (const char* const date : {"", "soon", "Tue, 15 Nov 199408: 12:31 GMT", "Tue, 15 Nov 9999 08:12:31 GMT"}) {
    INFO(date);
    CHECK(std::abs(seconds(date) - ours) < 60);
  }
}
