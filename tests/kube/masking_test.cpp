// SPDX-License-Identifier: Apache-2.0
// No secret appears in a log, an error or a warning: tests with canaries.
#include "kube/http/masking.hpp"

#include "kube/visit.hpp"

using tests::contains;
using tests::MisbehavingServer;
using tests::Visit;

namespace {

// Everything that a user sees of a visit.
std::string shown(const Visit& visit, const std::string& error) {
  std::string out = error;
  for (const auto* const lines : {&visit.log, &visit.warnings, &visit.notices}) {
    for (const std::string& line : *lines) { out += "\n" + line; }
  }
  return out;
}

const std::string k_password = "CANARY-PASSWORD";
const std::string k_basic = "dXNlcjpDQU5BUlktUEFTU1dPUkQ="; // user:CANARY-PASSWORD

} // namespace

TEST_CASE("no token, password or key appears at -v 10, whatever the server sends back") {
  const std::string key = MisbehavingServer::instance().pem("client_key");
  const std::string key_line = key.substr(key.find('\n') + 1, 40);
  for (const char* const scenario : {"parrot~200", "parrot~403", "parrot~500", "token~other", "reset~99",
                                     "fail~429~1~99", "echo", "gzip-corrupt", "truncated-json"}) {
    for (const std::string& authorization :
         {std::string("Bearer CANARY-TOKEN"), "Basic " + k_basic, std::string("Odd CANARY-ODD")}) {
      INFO(scenario << " " << authorization);
      Visit visit("mutual", scenario);
      visit.options.verbosity = 10;
      visit.identity.headers = {{"Authorization", authorization}, {"Impersonate-Extra-Scopes", "CANARY-EXTRA"}};
      visit.identity.client_certificate_pem = MisbehavingServer::instance().pem("client");
      visit.identity.client_key_pem = key;
      const std::string all = shown(visit, visit.error_of_get());
      CHECK(contains(all, "GET https://127.0.0.1"));
      CHECK(contains(all, "Authorization: "));
      for (const std::string& secret : {std::string("CANARY-TOKEN"), k_password, k_basic, std::string("CANARY-ODD"),
                                        std::string("CANARY-EXTRA"), key_line}) {
        CHECK(!contains(all, secret));
      }
      for (const char* const word : {"unknown-token-value", "unknown-key-value", "unknown-cookie-value"}) {
        CHECK(!contains(all, word));
      }
    }
  }
}

TEST_CASE("the canaries do arrive without masking") {
  // The server's text arrives; only masking removes the secrets.
  Visit visit("good", "parrot~403");
  visit.use_token("CANARY-TOKEN");
  visit.options.verbosity = 10;
  CHECK(visit.error_of_get() == "Error from server (Forbidden): who knows <masked>");
  const std::string all = shown(visit, "");
  CHECK(contains(all, "    x-parrot: <masked>"));
  CHECK(contains(all, "    set-cookie: <masked>"));
  CHECK(contains(all, "    Authorization: Bearer <masked>"));
  CHECK(contains(all, "\"token\": \"<masked>\""));
  CHECK(visit.warnings == std::vector<std::string>{"<masked>"});
}

TEST_CASE("a higher verbosity shows more of requests and answers") {
  const auto lines = [](int verbosity) {
    Visit visit("good", "list~40");
    visit.options.verbosity = verbosity;
    visit.get();
    return shown(visit, "");
  };
  CHECK(lines(3).empty());
  CHECK(lines(5) == lines(4));
  CHECK(contains(lines(6), "/api/v1/pods 200 in "));
  CHECK(!contains(lines(6), "Accept"));
  CHECK(contains(lines(7), "    Accept: application/json"));
  CHECK(!contains(lines(7), "content-type"));
  CHECK(contains(lines(8), "    content-type: application/json"));
  CHECK(contains(lines(8), "Response body: {\"kind\": \"PodList\""));
  CHECK(contains(lines(8), " [truncated "));
  CHECK(!contains(lines(8), "pod-00030"));
  CHECK(contains(lines(9), "Times from the start: dns "));
  CHECK(contains(lines(9), "HTTP/1.1"));
  CHECK(contains(lines(9), "pod-00030"));
  CHECK(!contains(lines(10), "truncated"));
  Visit retried("good", "fail~429~1~1");
  retried.options.verbosity = 4;
  retried.get();
  CHECK(contains(shown(retried, ""), "\nAttempt 2 in 1000 milliseconds: it answered with status code 429, "
                                     "so it throttles requests\n"));
}

TEST_CASE("the log names the server's flow schema and priority level once") {
  Visit visit("good", "list~1200");
  visit.options.verbosity = 4;
  CHECK(visit.list_pods().names.size() == 1200); // three answers
  CHECK(shown(visit, "") == "\nX-Kubernetes-PF-FlowSchema-UID: schema-1, X-Kubernetes-PF-PriorityLevel-UID: level-1");
}

TEST_CASE("a log line is one line") {
  Visit visit("good", "raw~%7B%22a%22:%22%1B%0A%22%7D");
  visit.options.verbosity = 10;
  visit.get();
  CHECK(!contains(shown(visit, ""), "\x1b"));
  for (const std::string& line : visit.log) { CHECK(!contains(line, "\n")); }
}

TEST_CASE("masking covers headers, URLs and bodies") {
  CHECK(kube::masked_header("authorization", "Bearer a b") == "Bearer <masked>");
  CHECK(kube::masked_header("Authorization", "basic YTpi") == "Basic <masked>");
  CHECK(kube::masked_header("Proxy-Authorization", "x") == "<masked>");
  CHECK(kube::masked_header("Impersonate-User", "u") == "u");
  CHECK(kube::masked_header("X-Auth-Token", "x") == "<masked>");

  CHECK(kube::masked_url("https://u:p@h:1/a?b=c&token=x&d=e") == "https://h:1/a?b=c&token=<masked>&d=e");
  CHECK(kube::masked_url("https://h/a@b?password=x") == "https://h/a@b?password=<masked>");
  CHECK(kube::masked_url("https://h/?continue=abc") == "https://h/?continue=abc");

  CHECK(kube::masked_body(R"({"token" : "a\"b","x":1})") == R"({"token" : "<masked>","x":1})");
  CHECK(kube::masked_body(R"({"client-key-data":"a","secretName":"b"})") ==
        R"({"client-key-data":"<masked>","secretName":"b"})");
  CHECK(kube::masked_body(R"({"a":"{\"password\":\"x\",\"b\":\"c\"}"})") ==
        R"({"a":"{\"password\":\"<masked>\",\"b\":\"c\"}"})");
  CHECK(kube::masked_body(R"({"token":"cut)") == R"({"token":"<masked>)");
  CHECK(kube::masked_body(R"({"kind": "Secret","data":{"a":"b"}})") == "<an object that holds secrets is not shown>");
  CHECK(kube::masked_body(R"({"kind":"Pod","reason":"Secret"})") == R"({"kind":"Pod","reason":"Secret"})");
  CHECK(kube::masked_body("token") == "token");
}

TEST_CASE("masking removes known secrets from every text") {
  kube::KnownSecrets secrets;
  secrets.add("abc");
  CHECK(secrets.masked("abc") == "abc");
  secrets.add("abcd");
  secrets.add("abcdef");
  CHECK(secrets.masked("xabcdefx abcd") == "x<masked>x <masked>");
  secrets.add_url("http://user:pass%40word@proxy:1/x@y");
  CHECK(secrets.masked("pass%40word proxy:1 x@y") == "<masked> proxy:1 x@y");
  secrets.add(kube::Identity{{{"Authorization", "Basic " + k_basic}}, {}, {}});
  CHECK(secrets.masked(k_password + " " + k_basic) == "<masked> <masked>");
}
