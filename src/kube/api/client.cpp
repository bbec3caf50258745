// SPDX-License-Identifier: Apache-2.0
#include "kube/api/client.hpp"

#include "kube/http/connection_error.hpp"
#include "kube/http/masking.hpp"
#include "kube/http/request_log.hpp"
#include "kube/http/transfer.hpp"
#include "kube/values/timeout.hpp"
#include "kube/values/warnings.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <vector>

namespace kube {

namespace {

using Time = BootClock::time_point;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

// Longest wait between two calls of `cancelled`.
constexpr milliseconds k_attention{100};
constexpr milliseconds k_worth_a_notice{1000};

// A request with the state of its attempts.
struct Exchange {
  Request request;
  Client::Done done;
  Retry retry;
  std::optional<Time> deadline{};
  Time not_before{};
  std::optional<std::chrono::nanoseconds> timeout{};
  bool was_refreshed = false;  // true: a 401 already made this request refresh the credentials
  std::uint64_t refreshes = 0; // the client's count of refreshes at the start of the attempt
  std::unique_ptr<Transfer> transfer{};
};
using ExchangePointer = std::unique_ptr<Exchange>;

// Moves the elements that meet the condition to the end of `to`; all keep their order.
template <typename Container, typename Condition>
void move_if(Container& from, Condition is_so, std::vector<ExchangePointer>& to) {
  if (std::none_of(from.begin(), from.end(), is_so)) { return; }
  const auto rest = std::stable_partition(from.begin(), from.end(), std::not_fn(is_so));
  std::move(rest, from.end(), std::back_inserter(to));
  from.erase(rest, from.end());
}

// Returns the end of an attempt that begins now.
std::optional<Time> end_of(const Exchange& exchange) {
  std::optional<Time> end = exchange.deadline;
  if (const auto& term = exchange.request.term) { end = std::min(end.value_or(Time::max()), term->end()); }
  return end;
}

// Sends our timeout to the server (client-go, Request.Timeout). The server then stops working on a request that we have
// given up, and does not write after a term.
void tell_timeout(Exchange& exchange, Time now) {
  std::optional<std::chrono::nanoseconds> timeout = exchange.timeout;
  if (exchange.request.term) { timeout = std::max(std::chrono::floor<milliseconds>(*end_of(exchange) - now), 1ms); }
  if (!timeout) { return; }
  std::erase_if(exchange.request.query, [](const auto& parameter) { return parameter.first == "timeout"; });
  exchange.request.query.emplace_back("timeout", duration_text(*timeout));
}

} // namespace

struct Client::State {
  State(const Connection& to, IdentitySource who, ClientOptions how)
      : connection(to), identity(std::move(who)), options(std::move(how)),
        system(to.tls.authorities_pem.empty() ? system_roots(options.environment) : SystemRoots{}),
        warnings(options.warning), log(options, secrets), multi(make_multi_handle()) {
    secrets.add(to.token);
    secrets.add(to.password);
    secrets.add(Identity{{}, {}, to.tls.client_key_pem});
    secrets.add_url(to.server);
    secrets.add_url(options.proxy_url);
  }
  ~State() { drop_all(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void start(Request request, Done done);
  void run(const Work& work);
  void drop_all();

  void begin_due();
  bool begin_first_due(Time now);
  void begin(ExchangePointer exchange, Time now);
  void give_up_late();
  static void give_up(ExchangePointer exchange, std::string_view what);
  void perform();
  void finish_done();
  ExchangePointer take_active(CURL* handle);
  void finish(ExchangePointer exchange, CURLcode code);
  void answered(ExchangePointer exchange);
  void lost(ExchangePointer exchange, CURLcode code);
  bool refresh_after_401(Exchange& exchange);
  void again(ExchangePointer exchange, milliseconds pause, std::string_view why);
  std::optional<milliseconds> left_of(const Exchange& exchange) const;
  void wait();
  void check_interrupt() const {
    if (options.cancelled && options.cancelled()) { throw Interrupted(); }
  }

  const Connection& connection;
  IdentitySource identity;
  ClientOptions options;
  SystemRoots system;
  KnownSecrets secrets;
  Warnings warnings;
  RequestLog log;
  Traffic traffic;
  std::uint64_t refreshes = 0;
  bool has_noticed = false;
  MultiHandle multi;
  std::deque<ExchangePointer> waiting; // in order of their start
  std::vector<ExchangePointer> active;
};

void Client::State::start(Request request, Done done) {
  auto exchange =
      std::make_unique<Exchange>(Exchange{std::move(request), std::move(done), Retry(options.retry_ceiling)});
  if (options.request_timeout.count() > 0) {
    exchange->timeout = options.request_timeout;
  } else if (exchange->request.default_timeout) {
    exchange->timeout = *exchange->request.default_timeout;
  }
  waiting.push_back(std::move(exchange));
}

void Client::State::run(const Work& work) {
  bool has_work = true;
  while (has_work || !waiting.empty() || !active.empty()) {
    check_interrupt();
    begin_due();
    give_up_late(); // right before perform() sends anything: the process may have been suspended meanwhile
    perform();
    finish_done();
    has_work = work && work();
    if (!has_work) { wait(); }
  }
}

void Client::State::drop_all() {
  for (const ExchangePointer& exchange : active) {
    curl().multi_remove_handle(multi.get(), exchange->transfer->handle());
  }
  active.clear();
  waiting.clear();
}

void Client::State::begin_due() {
  while (active.size() < options.max_in_flight && begin_first_due(options.clock.now())) {}
}

bool Client::State::begin_first_due(Time now) {
  const auto due = std::find_if(waiting.begin(), waiting.end(),
                                [now](const ExchangePointer& exchange) { return exchange->not_before <= now; });
  if (due == waiting.end()) { return false; }
  ExchangePointer exchange = std::move(*due);
  waiting.erase(due);
  begin(std::move(exchange), now);
  return true;
}

void Client::State::begin(ExchangePointer exchange, Time now) {
  if (exchange->timeout && !exchange->deadline) { exchange->deadline = now + *exchange->timeout; }
  tell_timeout(*exchange, now);
  const Identity& who = identity.identity();
  secrets.add(who);
  exchange->refreshes = refreshes;
  std::optional<std::chrono::nanoseconds> left;
  if (const auto end = end_of(*exchange)) { left = std::max(*end - now, std::chrono::nanoseconds(1)); }
  const TransferSetup setup{connection, options, system};
  exchange->transfer = std::make_unique<Transfer>(exchange->request, setup, who, left);
  log.request(exchange->request, *exchange->transfer);
  const CURLMcode added = curl().multi_add_handle(multi.get(), exchange->transfer->handle());
  if (added != CURLM_OK) { throw util::Error(util::concat("libcurl: ", curl().multi_strerror(added))); }
  ++traffic.requests;
  active.push_back(std::move(exchange));
}

// Gives up all requests whose term is over, sent ones without an answer included.
void Client::State::give_up_late() {
  const auto is_late = [now = options.clock.now()](const ExchangePointer& exchange) {
    return is_over(exchange->request.term, now);
  };
  std::vector<ExchangePointer> late;
  move_if(active, is_late, late);
  for (const ExchangePointer& exchange : late) {
    curl().multi_remove_handle(multi.get(), exchange->transfer->handle());
  }
  move_if(waiting, is_late, late);
  for (ExchangePointer& exchange : late) {
    const std::string_view what =
        exchange->transfer && exchange->transfer->has_left() ? "no answer in time: " : "not sent: ";
    give_up(std::move(exchange), what);
  }
}

void Client::State::give_up(ExchangePointer exchange, std::string_view what) {
  ConnectionError error(util::concat(what, exchange->request.term->reason));
  exchange->transfer.reset();
  if (!exchange->request.tells_loss) { throw ConnectionError(error); }
  exchange->done(Outcome{{}, std::nullopt, std::move(error)});
}

void Client::State::perform() {
  int running = 0;
  const CURLMcode result = curl().multi_perform(multi.get(), &running);
  if (result != CURLM_OK) { throw util::Error(util::concat("libcurl: ", curl().multi_strerror(result))); }
}

void Client::State::finish_done() {
  int left = 0;
  while (const CURLMsg* const message = curl().multi_info_read(multi.get(), &left)) {
    if (message->msg != CURLMSG_DONE) { continue; }
    const CURLcode code = message->data.result; // the handle owns the message, so read the code first
    finish(take_active(message->easy_handle), code);
  }
}

ExchangePointer Client::State::take_active(CURL* handle) {
  const auto found = std::find_if(active.begin(), active.end(), [handle](const ExchangePointer& exchange) {
    return exchange->transfer->handle() == handle;
  });
  ExchangePointer exchange = std::move(*found);
  active.erase(found);
  curl().multi_remove_handle(multi.get(), handle);
  return exchange;
}

void Client::State::finish(ExchangePointer exchange, CURLcode code) {
  CURL* const handle = exchange->transfer->handle();
  traffic.connections += static_cast<std::uint64_t>(info<long>(handle, CURLINFO_NUM_CONNECTS));
  traffic.received_bytes += static_cast<std::uint64_t>(info<curl_off_t>(handle, CURLINFO_SIZE_DOWNLOAD_T));
  traffic.body_bytes += exchange->transfer->response().body.size();
  if (code == CURLE_OK) {
    answered(std::move(exchange));
  } else {
    lost(std::move(exchange), code);
  }
}

void Client::State::answered(ExchangePointer exchange) {
  Outcome outcome{exchange->transfer->take_response(), std::nullopt, std::nullopt};
  Response& response = outcome.response;
  log.response(exchange->request, *exchange->transfer, response);
  exchange->transfer.reset();
  response.url = secrets.masked(masked_url(response.url));
  for (const auto& header : response.headers) {
    if (header.first == "warning") { warnings.take(secrets.masked(header.second)); }
  }
  if (response.status == 401 && refresh_after_401(*exchange)) {
    return again(std::move(exchange), {}, "new credentials");
  }
  if (const auto pause = exchange->retry.after_response(response, left_of(*exchange))) {
    return again(std::move(exchange), *pause, why_again(response));
  }
  if (std::optional<Status> failure = failure_of(exchange->request, response)) {
    failure->message = secrets.masked(failure->message);
    const std::string text = secrets.masked(failure_text(*failure));
    outcome.error.emplace(std::move(*failure), text);
  }
  exchange->done(std::move(outcome));
}

void Client::State::lost(ExchangePointer exchange, CURLcode code) {
  if (exchange->transfer->was_late()) { return give_up(std::move(exchange), "not sent: "); }
  FailedTransfer failed = exchange->transfer->failure(code);
  failed.request =
      secrets.masked(util::concat(text_of(exchange->request.method), ' ', masked_url(exchange->transfer->url())));
  failed.detail = secrets.masked(failed.detail);
  const Loss loss = exchange->transfer->loss(failed);
  log.line(4, util::concat(failed.request, ": ", loss.cause));
  if (loss.is_lost) {
    const auto pause = exchange->retry.after_loss(exchange->request.method, loss.cause, left_of(*exchange));
    if (pause) {
      return again(std::move(exchange), *pause, util::concat("the connection was lost (", loss.cause, ")"));
    }
  }
  ConnectionError error(secrets.masked(sentence(failed, loss, exchange->retry.with_previous(loss.cause))));
  if (!exchange->request.tells_loss) { throw ConnectionError(error); }
  exchange->transfer.reset();
  exchange->done(Outcome{{}, std::nullopt, std::move(error)});
}

// Refreshes once per request. The server may have rejected parallel requests with the same old credentials; they retry
// without another refresh.
bool Client::State::refresh_after_401(Exchange& exchange) {
  if (exchange.was_refreshed || !identity.refresh) { return false; }
  exchange.was_refreshed = true;
  if (exchange.refreshes != refreshes) { return true; }
  if (!identity.refresh()) { return false; }
  ++refreshes;
  return true;
}

void Client::State::again(ExchangePointer exchange, milliseconds pause, std::string_view why) {
  log.line(4, util::concat("Attempt ", exchange->retry.attempts() + 1, " in ", pause.count(), " milliseconds: ", why));
  if (pause > k_worth_a_notice && !has_noticed && options.notice) {
    has_noticed = true;
    options.notice(util::concat("the API server asks to wait ", pause.count() / 1000, " seconds (", why, "); waiting"));
  }
  exchange->transfer.reset();
  exchange->not_before = options.clock.now() + pause;
  waiting.push_front(std::move(exchange));
}

std::optional<milliseconds> Client::State::left_of(const Exchange& exchange) const {
  if (!exchange.deadline) { return std::nullopt; }
  return std::chrono::floor<milliseconds>(*exchange.deadline - options.clock.now());
}

void Client::State::wait() {
  const Time now = options.clock.now();
  const bool has_due = std::any_of(waiting.begin(), waiting.end(),
                                   [now](const ExchangePointer& exchange) { return exchange->not_before <= now; });
  if ((active.empty() && waiting.empty()) || (has_due && active.size() < options.max_in_flight)) { return; }
  if (active.empty()) {
    Time first = waiting.front()->not_before;
    for (const ExchangePointer& exchange : waiting) { first = std::min(first, exchange->not_before); }
    const auto pause = std::chrono::ceil<milliseconds>(first - now);
    if (pause.count() > 0) { options.clock.sleep(std::min(pause, k_attention)); }
    return;
  }
  const CURLMcode result = curl().multi_poll(multi.get(), nullptr, 0, static_cast<int>(k_attention.count()), nullptr);
  if (result != CURLM_OK) { throw util::Error(util::concat("libcurl: ", curl().multi_strerror(result))); }
}

Client::Client(const Connection& connection, IdentitySource identity, ClientOptions options)
    : m_state(std::make_unique<State>(connection, std::move(identity), std::move(options))) {}

Client::~Client() = default;

Response Client::send(const Request& request) {
  std::optional<Outcome> outcome;
  start(request, [&outcome](Outcome result) { outcome = std::move(result); });
  run();
  if (outcome->error) { throw ApiError(*outcome->error); }
  if (outcome->lost) { throw ConnectionError(*outcome->lost); }
  return std::move(outcome->response);
}

void Client::start(Request request, Done done) { m_state->start(std::move(request), std::move(done)); }

void Client::run(const Work& work) {
  try {
    m_state->run(work);
  } catch (...) {
    m_state->drop_all();
    throw;
  }
}

const ClientOptions& Client::options() const { return m_state->options; }
const Traffic& Client::traffic() const { return m_state->traffic; }
std::string Client::without_secrets(std::string_view text) const { return m_state->secrets.masked(text); }
std::size_t Client::warnings() const { return m_state->warnings.count(); }

} // namespace kube
