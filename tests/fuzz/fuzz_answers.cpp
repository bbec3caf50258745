// SPDX-License-Identifier: Apache-2.0
// Any bytes as an API server's answer, without HTTP framing: status and headers precede the first empty line, the body
// follows. No answer may crash, leave a secret in a log, or drive a terminal.
#include "kube/api/list_page.hpp"
#include "kube/api/status.hpp"
#include "kube/http/json_answer.hpp"
#include "kube/http/masking.hpp"
#include "kube/http/retry.hpp"
#include "kube/http/server_time.hpp"
#include "kube/values/timeout.hpp"
#include "kube/values/warnings.hpp"
#include "support/checks.hpp"

#include <string>

namespace {

using fuzz::must;

constexpr std::string_view k_secret = "CANARY-SECRET";

kube::Response response_of(const std::string& text) {
  kube::Response response;
  const std::size_t end = std::min(text.find("\n\n"), text.size());
  response.body = text.substr(std::min(end + 2, text.size()));
  response.status = 200;
  std::size_t at = 0;
  while (at < end) {
    const std::size_t line_end = std::min(text.find('\n', at), end);
    const std::string line = text.substr(at, line_end - at);
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) {
      response.headers.push_back({line.substr(0, colon), line.substr(colon + 2)});
    } else if (line.size() == 3 && line.find_first_not_of("0123456789") == std::string::npos) {
      response.status = std::stoi(line);
    }
    at = line_end + 1;
  }
  return response;
}

void check_failure(const kube::Response& response) {
  kube::Request request;
  request.resource = "pods";
  const auto failure = kube::failure_of(request, response);
  if (!failure) { return; }
  const std::string text = kube::failure_text(*failure);
  must(!text.empty(), "a failure says something");
  must(fuzz::is_harmless(text), "a failure drives no terminal");
  must(text.size() < 64 * 1024, "a failure has an end");
}

void check_warnings(const kube::Response& response) {
  std::size_t told = 0;
  kube::Warnings warnings([&](std::string_view text) {
    ++told;
    must(fuzz::is_harmless(text) && text.find('\n') == std::string_view::npos, "a warning drives no terminal");
  });
  for (const auto& [name, value] : response.headers) { warnings.take(value); }
  must(told == warnings.count(), "each warning is told once");
}

void check_retry(const kube::Response& response) {
  kube::Retry retry(std::chrono::seconds(60));
  std::chrono::milliseconds waited{0};
  int count = 0;
  while (const auto wait = retry.after_response(response, std::nullopt)) {
    must(wait->count() >= 0, "nobody waits backwards");
    waited += *wait;
    must(++count < kube::Retry::k_attempts && waited <= std::chrono::seconds(60), "waiting has an end");
  }
}

void check_page(const std::string& body) {
  fuzz::done_or_refused([&] {
    kube::ListPage page(body);
    std::size_t count = 0;
    while (!page.at_end()) {
      must(page.next().value.is_object(), "an item is an object");
      ++count;
    }
    must(count == page.size(), "all items come");
  });
}

void check_masking(const std::string& text) {
  kube::KnownSecrets secrets;
  secrets.add(k_secret);
  must(secrets.masked(text + std::string(k_secret) + text).find(k_secret) == std::string::npos,
       "a known secret is masked");
  (void)kube::masked_body(text);
  if (text.find("CANARY") != std::string::npos) { return; }
  // Without valid JSON the masking cannot recognise a member.
  const std::string object = R"({"a":)" + text + R"(,"token":"CANARY-SECRET"})";
  kube::JsonAnswer answer;
  if (answer.read(object)["token"].text() == k_secret) {
    must(kube::masked_body(object).find(k_secret) == std::string::npos, "a token in a body is masked");
  }
  must(kube::masked_url("https://h/p?" + text + "&token=CANARY-SECRET").find(k_secret) == std::string::npos,
       "a token in a URL is masked");
  must(kube::masked_header("Authorization", "Bearer CANARY-SECRET " + text).find(k_secret) == std::string::npos,
       "credentials are masked");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const kube::Response response = response_of(text);
  check_failure(response);
  check_warnings(response);
  check_retry(response);
  (void)kube::server_time(response);
  check_page(response.body);
  check_masking(text);
  fuzz::done_or_refused([&] { (void)kube::parse_request_timeout(text); });
  return 0;
}
