// SPDX-License-Identifier: Apache-2.0
// Requests on the wire, and the handling of response bodies.
#include "kube/visit.hpp"

#include "kube/http/request_url.hpp"

#include <sys/resource.h>

using kube::resource_path;
using tests::contains;
using tests::error_of_answer;
using tests::Visit;

namespace {

long peak_megabytes() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

} // namespace

TEST_CASE("resource_path escapes names and rejects unsafe ones") {
  CHECK(resource_path({.version = "v1", .resource = "pods"}) == "/api/v1/pods");
  CHECK(resource_path({.group = "batch",
                       .version = "v1",
                       .namespace_name = "ml",
                       .resource = "jobs",
                       .name = "a b:ü",
                       .subresource = "status"}) == "/apis/batch/v1/namespaces/ml/jobs/a%20b%3A%C3%BC/status");
  for (const char* const bad : {".", "..", "a/b", "a%2fb", "/"}) {
    INFO(bad);
    CHECK_THROWS_AS(resource_path({.version = "v1", .resource = "pods", .name = bad}), util::Error);
    CHECK_THROWS_AS(resource_path({.version = "v1", .namespace_name = bad, .resource = "pods"}), util::Error);
    CHECK_THROWS_AS(resource_path({.group = bad, .version = "v1", .resource = "pods"}), util::Error);
  }
  CHECK_THROWS_AS(resource_path({.version = "", .resource = "pods"}), util::Error);
}

TEST_CASE("request_target joins server and path and query") {
  const auto url = [](const char* server, const char* name = "") {
    return kube::request_target(server, "/api/v1", {{"b", "1&2"}, {"a", "x=y z"}, {"c", ""}}, name);
  };
  CHECK_THAT(url("https://h:6443").text, Catch::Equals("https://h:6443/api/v1?a=x%3Dy%20z&b=1%262&c=",
                                                       Catch::CaseSensitive::No)); // %3d in some releases of libcurl
  CHECK_THAT(url("https://h/a/b/").text, Catch::Equals("https://h/a/b/api/v1?a=x%3Dy%20z&b=1%262&c=",
                                                       Catch::CaseSensitive::No)); // %3d in some releases of libcurl
  CHECK_THAT(url("https://h/a/../b?q#f").text,
             Catch::Equals("https://h/a/../b/api/v1?a=x%3Dy%20z&b=1%262&c=",
                           Catch::CaseSensitive::No)); // %3d in some releases of libcurl
  CHECK(url("https://[::1]:6443").host == "[::1]:6443");
  CHECK(url("https://[::1]:6443", "name").connect_to == "::[::1]:6443");
  CHECK(url("https://h", "name").connect_to == "::h:443");
  CHECK(url("https://h", "name").host_header == "h");
  CHECK(url("https://h", "name").text == url("https://h").text);
  CHECK(url("http://h", "name").host_header.empty());
  CHECK_THROWS_AS(url("https://user:hidden-word@h"), util::Error);
  CHECK_THROWS_WITH(url("https://user:hidden-word@h"), !Catch::Contains("hidden-word"));
}

TEST_CASE("requests carry the expected headers") {
  Visit visit("good", "echo");
  visit.options.user_agent = "kubectl-gang/v1 (linux/amd64)";
  visit.options.kubectl_command = "kubectl gang explain";
  visit.options.kubectl_session = "6f1c";
  visit.identity.headers = {{"Authorization", "Bearer x"},
                            {"Impersonate-Group", "a"},
                            {"Impersonate-Group", "b"},
                            {"Impersonate-Extra-k", ""}};
  visit.get();
  const auto asked = visit.journal().front();
  std::map<std::string, std::string> seen;
  for (const auto& header : asked.headers) { seen[header.first] += "[" + header.second + "]"; }
  seen.erase("Host");
  CHECK(seen == std::map<std::string, std::string>{{"Accept", "[application/json]"},
                                                   {"Accept-Encoding", "[gzip]"},
                                                   {"Authorization", "[Bearer x]"},
                                                   {"Impersonate-Extra-k", "[]"},
                                                   {"Impersonate-Group", "[a][b]"},
                                                   {"Kubectl-Command", "[kubectl gang explain]"},
                                                   {"Kubectl-Session", "[6f1c]"},
                                                   {"User-Agent", "[kubectl-gang/v1 (linux/amd64)]"}});
  Visit plain("good", "echo");
  plain.connection.disable_compression = true;
  plain.get();
  CHECK(plain.journal().front().headers.count("Accept-Encoding") == 0);
  CHECK(plain.journal().front().headers.count("Kubectl-Command") == 0);
  CHECK(plain.journal().front().headers.count("Kubectl-Session") == 0);
}

TEST_CASE("invalid header names and values never reach the server") {
  using namespace std::string_literals;
  for (const std::string& value : {"x\r\nX-Injected: 1"s, "x\n"s, "x\ry"s, "x\0y"s, "\x1b[31m"s, "x\x7f"s}) {
    Visit visit("good", "echo");
    visit.use_token(value);
    CHECK(visit.error_of_get() == "net/http: invalid header field value for \"Authorization\"");
    CHECK(visit.journal().empty());
  }
  for (const std::string& name : {"X\r\nY"s, "X Y"s, "X:"s, ""s, "Ü"s}) {
    Visit visit("good", "echo");
    visit.identity.headers = {{name, "x"}};
    CHECK(contains(visit.error_of_get(), "net/http: invalid header field name"));
    CHECK(visit.journal().empty());
  }
  Visit fine("good", "echo");
  fine.identity.headers = {{"X-Tab", "a\tb ü"}};
  CHECK(fine.error_of_get().empty());
}

TEST_CASE("writes send their body and content type") {
  for (const kube::Method method : {kube::Method::Post, kube::Method::Put, kube::Method::Patch}) {
    Visit visit("good", "echo");
    kube::Request request;
    request.method = method;
    request.path = "/api/v1/pods";
    request.body = std::string(2 << 20, 'x'); // above 1 MiB libcurl would first send Expect: 100-continue
    request.content_type = "application/merge-patch+json";
    CHECK(visit.client().send(request).status == 200);
    const auto asked = visit.journal().front();
    CHECK(asked.method == text_of(method));
    CHECK(asked.body == request.body);
    CHECK(asked.header("Content-Type") == "application/merge-patch+json");
    CHECK(asked.headers.count("Expect") == 0);
  }
}

TEST_CASE("the client unpacks gzip and reports damaged gzip") {
  Visit visit("good", "gzip");
  CHECK(visit.list_pods().names.size() == 1200);
  CHECK(visit.client().traffic().received_bytes * 3 < visit.client().traffic().body_bytes);
  CHECK(contains(error_of_answer("gzip-corrupt"), "/api/v1/pods cannot be read: "));
  Visit cut("good", "gzip-cut");
  CHECK(!cut.list_pods().error.empty());
}

TEST_CASE("a gzip bomb is an error before it fills the memory") {
  const long before = peak_megabytes();
  Visit visit("good", "gzip-bomb");
  const std::string error = visit.error_of_get();
  CHECK(contains(error, "/api/v1/pods cannot be read: its "));
  CHECK(contains(error, "as no list of objects does"));
  CHECK(peak_megabytes() - before < 190);
  CHECK(visit.journal().size() == 1);

  Visit small("good", "gzip");
  small.options.max_body_bytes = 10000;
  CHECK(contains(small.error_of_get(), "/api/v1/pods cannot be read: it is larger than 10000 bytes"));
}
