// SPDX-License-Identifier: Apache-2.0
// Errors of the API server, in kubectl's words.
#include "kube/visit.hpp"

#include "kube/api/status.hpp"

using tests::error_of_answer;
using tests::Visit;

namespace {

// Error text for `body`, sent with `code` as JSON.
std::string text(int code, const std::string& body, kube::Method method = kube::Method::Get,
                 const char* type = "application/json") {
  kube::Request request;
  request.method = method;
  request.resource = "pods";
  request.name = "x";
  kube::Response response;
  response.status = code;
  response.body = body;
  response.headers = {{"content-type", type}};
  const auto failure = kube::failure_of(request, response);
  return failure ? kube::failure_text(*failure) : "none";
}

std::string failed(const std::string& reason, const std::string& more) {
  return R"({"kind":"Status","status":"Failure","message":"the message","reason":")" + reason + "\"" + more + "}";
}

} // namespace

TEST_CASE("a Status object gives reason and message") {
  CHECK(text(403, failed("Forbidden", "")) == "Error from server (Forbidden): the message");
  CHECK(text(500, failed("", "")) == "Error from server: the message");
  CHECK(text(401, failed("Unauthorized", "")) == "You must be logged in to the server (the message)");
  CHECK(text(200, failed("Forbidden", "")) == "Error from server (Forbidden): the message");
  CHECK(text(200, R"({"kind":"Status","status":"Success"})") == "none");
  CHECK(text(200, R"({"kind":"Pod","status":"Failure"})") == "none");
  // A successful Status with an error code.
  CHECK(text(404, R"({"kind":"Status","status":"Success"})") ==
        "Error from server (NotFound): the server could not find the requested resource (get pods x)");
}

TEST_CASE("a conflict does not name the keys of etcd") {
  const std::string storage =
      R"({"kind":"Status","status":"Failure","reason":"Conflict","message":"Operation cannot be )"
      R"(fulfilled on pods \"g-3\": StorageError: invalid object, Code: 4, Key: /registry/pods/ml/g-3, )"
      R"(ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: a, UID in )"
      R"(object meta: b"})";
  CHECK(text(409, storage) ==
        "Error from server (Conflict): Operation cannot be fulfilled on pods \"g-3\": the object has "
        "changed since it was read");
  CHECK(text(409, failed("Conflict", "")) == "Error from server (Conflict): the message");
}

TEST_CASE("an Invalid error lists each cause once") {
  const std::string details = R"(,"details":{"kind":"Pod","name":"x","causes":[)";
  CHECK(text(422, failed("Invalid", details + "]}")) == "The Pod \"x\" is invalid");
  CHECK(text(422, failed("Invalid", details + R"({"field":"spec.a","message":"Required value"}]})")) ==
        "The Pod \"x\" is invalid: spec.a: Required value");
  CHECK(text(422,
             failed("Invalid",
                    details +
                        R"({"field":"a","message":"b"},{"field":"a","message":"b"},{"field":"c","message":"d"}]})")) ==
        "The Pod \"x\" is invalid: \n* a: b\n* c: d");
  CHECK(text(422, failed("Invalid", "")) == "The request is invalid: the message");
}

TEST_CASE("answers without a Status get client-go's default texts") {
  CHECK(text(500, "<html>boom \"1\"</html>\n", kube::Method::Get, "text/html") ==
        "Error from server (InternalError): an error on the server (\"<html>boom \\\"1\\\"</html>\") has prevented the "
        "request from succeeding (get pods x)");
  CHECK(text(502, "{}") == "Error from server (InternalError): an error on the server (\"unknown\") has prevented the "
                           "request from succeeding (get pods x)");
  CHECK(text(400, "") ==
        "Error from server (BadRequest): the server rejected our request for an unknown reason (get pods x)");
  CHECK(
      text(401, "") ==
      "You must be logged in to the server (the server has asked for the client to provide credentials (get pods x))");
  CHECK(text(403, "go away", kube::Method::Get, "text/plain") == "Error from server (Forbidden): go away (get pods x)");
  CHECK(text(405, "").find("(MethodNotAllowed)") != std::string::npos);
  CHECK(text(406, "").find(
            "(NotAcceptable): the server was unable to respond with a content type that the client supports") !=
        std::string::npos);
  CHECK(text(409, "").find("(Conflict): the server reported a conflict (get pods x)") != std::string::npos);
  CHECK(text(409, "", kube::Method::Post).find("(AlreadyExists): the server reported a conflict (post pods x)") !=
        std::string::npos);
  CHECK(text(410, "") == "Error from server: the server responded with the status code 410 but did not return more "
                         "information (get pods x)");
  CHECK(text(415, "no", kube::Method::Get, "text/plain").find("(UnsupportedMediaType): no") != std::string::npos);
  CHECK(text(422, "") ==
        "The request is invalid: the server rejected our request due to an error in our request (get pods x)");
  CHECK(text(429, "").find(
            "(TooManyRequests): the server has received too many requests and has asked us to try again later") !=
        std::string::npos);
  CHECK(text(503, "").find("(ServiceUnavailable): the server is currently unable to handle the request") !=
        std::string::npos);
  CHECK(text(504, "").find("(Timeout): the server was unable to return a response in the time allotted") !=
        std::string::npos);
}

TEST_CASE("errors over the wire") {
  CHECK(error_of_answer("status~500~text%2Fhtml~%3Chtml%3Eboom%3C%2Fhtml%3E") ==
        "Error from server (InternalError): an error on the server (\"<html>boom</html>\") has prevented the request "
        "from succeeding (get pods)");
  CHECK(error_of_answer("status~404") ==
        "Error from server (NotFound): the server could not find the requested resource (get pods)");
  CHECK(
      error_of_answer("json-status~200~" +
                      std::string("%7B%22kind%22:%22Status%22,%22status%22:%22Failure%22,%22message%22:%22no%22%7D")) ==
      "Error from server: no");
  // Escapes text that drives a terminal.
  CHECK(error_of_answer(
            "json-status~403~%7B%22kind%22:%22Status%22,%22status%22:%22Failure%22,%22message%22:%22a%5Cu001b[31m%"
            "5Cn::error::b%5Cu202e%C2%9B%22%7D") == "Error from server: a\\x1b[31m\\n::error::b\\u202e\\u009b");
  const std::string huge = error_of_answer("huge-status");
  CHECK(huge.size() < 5000);
  CHECK(huge.find("é… (995904 more bytes)") != std::string::npos);
}

TEST_CASE("is_unknown_path distinguishes an unknown path from an unknown object") {
  Visit visit("good", "status~404");
  try {
    visit.get();
    FAIL("no error");
  } catch (const kube::ApiError& error) { CHECK(error.is_unknown_path()); }
  kube::Status object;
  object.code = 404;
  object.name = "x";
  CHECK(!kube::ApiError(object, "").is_unknown_path());
}
