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

// As somebody else wrote it, `ago` before now.
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

// Holds the Lease of that visit's server.
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

TEST_CASE("a Lease that is not there is made, held, and given back") {
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

TEST_CASE("a Lease that has ended is taken over, a fresh one is not") {
  Visit visit = lease_visit();
  write_as(visit, "gone", 34s); // 30 s and the margin of 5 s
  Binder early(visit, "early");
  REQUIRE(early.lock.acquire());
  write_as(visit, "gone", 37s);
  Binder late(visit, "late");
  REQUIRE_FALSE(late.lock.acquire());
  CHECK(stored(visit).holder == "late");
}

TEST_CASE("a holder that is known to be dead does not hold") {
  Visit visit = lease_visit();
  write_as(visit, "dead", 0s);
  const std::vector<std::string> dead = {"somebody", "dead"};
  Binder other(visit, "other");
  REQUIRE(other.lock.acquire());
  REQUIRE_FALSE(other.lock.acquire(dead));
  CHECK(stored(visit).holder == "other");
}

TEST_CASE("it is renewed while it is held") {
  Visit visit = lease_visit();
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  const std::string first = stored(visit).resource_version;
  CHECK(comes_true([&] { return stored(visit).resource_version > first; }));
  CHECK(stored(visit).holder == "one");
  CHECK(stored(visit).acquired == one.lock.acquired_at());
}

TEST_CASE("renewals whose answers are lost are looked up") {
  Visit visit = lease_visit("lease~3");
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  CHECK(comes_true([&] { return std::stoi(stored(visit).resource_version) > 6; }));
  CHECK(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost());
}

// Writes the Lease with another holder; the test server deletes one that is held by "deleted". A renewal in between
// makes the server refuse the write, and then it is repeated.
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
  CHECK_FALSE(one.lock.release()); // what is another's is not given back
  CHECK(stored(visit).holder == "thief");
}

TEST_CASE("a Lease that was deleted is lost") {
  Visit visit = lease_visit();
  Binder one(visit, "one");
  REQUIRE_FALSE(one.lock.acquire());
  overwrite_holder(visit, "deleted");
  CHECK(comes_true([&] { return one.lock.is_lost(); }));
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.release());
  kube::ServerTime now;
  CHECK_FALSE(kube::read_lease(visit.client(), k_address, now)); // it is not created again
}

TEST_CASE("whether it is still ours is asked at once, without waiting for a renewal") {
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

// A fake clock, which a machine that sleeps moves on while no other clock does.
TEST_CASE("while the machine sleeps a Lease ends") {
  Visit visit = lease_visit();
  auto slept = std::make_shared<std::atomic<std::chrono::seconds>>(0s);
  visit.options.clock.now = [slept] { return kube::BootClock::now() + slept->load(); };
  Binder one(visit, "one", {30s, 60'000ms, 60'000ms, 25'000ms});
  REQUIRE_FALSE(one.lock.acquire());
  *slept = 24s;
  CHECK(one.lock.is_held());
  *slept = 25s;
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost()); // a renewal may find that nobody has taken it
}

TEST_CASE("no write leaves after the Lease, and none is waited for longer") {
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
  const std::string told = visit.journal().front().query.at("timeout"); // not the ten seconds of bindings
  CHECK((told.starts_with("3.") || told == "4s"));

  bind("b");
  bind("c");
  *end = kube::BootClock::time_point{}; // lost
  visit.client().run();
  CHECK(trouble["b"] == "not sent: the Lease ran out");
  CHECK(trouble["c"] == "not sent: the Lease ran out");
  CHECK(visit.journal().size() == 1);
}

// libcurl is busy with handshakes for long, and we may be stopped just then.
TEST_CASE("a write asks once more right before it leaves") {
  Visit visit("good", "bind");
  visit.use_real_time();
  visit.get(); // there is a connection
  std::string trouble;
  kube::Request request = kube::binding_request({"ml", "a", "u", "1", "a"}, kube::DryRun::No);
  auto asked = std::make_shared<int>(0); // thrice before libcurl gets it
  request.term =
      kube::Term{[asked] { return ++*asked <= 3 ? kube::BootClock::now() + 9s : kube::BootClock::time_point{}; },
                 "the Lease ran out"};
  visit.client().start(request, [&](const kube::Outcome& outcome) { trouble = outcome.trouble(); });
  visit.client().run();
  CHECK(trouble == "not sent: the Lease ran out");
  CHECK(*asked == 4);
  CHECK(visit.journal().size() == 1);
}

TEST_CASE("a write that the server keeps is given up with the Lease") {
  Visit visit("good", "silent");
  visit.use_real_time();
  std::string trouble;
  kube::Request request = kube::binding_request({"ml", "a", "u", "1", "a"}, kube::DryRun::No);
  // Its end comes while the answer is waited for, earlier than the timeout that the server was told of.
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

TEST_CASE("without renewals it counts as held for a while only") {
  Visit visit = lease_visit();
  Binder one(visit, "one", {30s, 60'000ms, 60'000ms, 300ms});
  REQUIRE_FALSE(one.lock.acquire());
  CHECK(one.lock.is_held());
  std::this_thread::sleep_for(400ms);
  CHECK_FALSE(one.lock.is_held());
  CHECK_FALSE(one.lock.is_lost());
}

TEST_CASE("a duration without measure ends nothing before its time") {
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

TEST_CASE("the server's clock, where it is one") {
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
