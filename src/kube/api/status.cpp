// SPDX-License-Identifier: Apache-2.0
// Sources: client-go rest/request.go (transformResponse, newUnstructuredResponseError), apimachinery
// api/errors/errors.go (NewGenericServerResponse), kubectl cmd/util/helpers.go (checkErr, StandardErrorMessage).
#include "kube/api/status.hpp"

#include "kube/http/json_answer.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <array>
#include <set>

namespace kube {

namespace {

constexpr std::size_t k_most_unstructured = 2048; // bytes of a body that is no Status
constexpr std::size_t k_most_message = 4096;      // bytes of a message in an error
constexpr std::size_t k_most_causes = 20;

// Cuts between characters.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) { return text; }
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) { --most; }
  return text.substr(0, most);
}

std::string limited(std::string_view text) {
  const std::string_view kept = cut(text, k_most_message);
  std::string out = util::visible(kept);
  if (kept.size() < text.size()) { out += util::concat("… (", text.size() - kept.size(), " more bytes)"); }
  return out;
}

struct Generic {
  int code;
  std::string_view reason, message; // empty message: the server's own text
};
constexpr std::array<Generic, 11> k_generic = {{
    {400, "BadRequest", "the server rejected our request for an unknown reason"},
    {401, "Unauthorized", "the server has asked for the client to provide credentials"},
    {403, "Forbidden", ""},
    {404, "NotFound", "the server could not find the requested resource"},
    {405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {409, "Conflict", "the server reported a conflict"},
    {415, "UnsupportedMediaType", ""},
    {422, "Invalid", "the server rejected our request due to an error in our request"},
    {429, "TooManyRequests", "the server has received too many requests and has asked us to try again later"},
    {503, "ServiceUnavailable", "the server is currently unable to handle the request"},
    {504, "Timeout",
     "the server was unable to return a response in the time allotted, but may still be processing the request"},
}};

// A body without a media type counts as text, like the usual result of Go's sniffing.
std::string unstructured_text(const Response& response) {
  const std::string_view type = response.header("content-type");
  if (!type.empty() && !type.starts_with("text/")) { return "unknown"; }
  return std::string(util::trimmed(cut(response.body, k_most_unstructured)));
}

// Go's %q, except for escapes that util::visible makes.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') { out += '\\'; }
    out += c;
  }
  return out += '"';
}

std::string generic_message(const Request& request, Status& status, const std::string& server_text) {
  for (const Generic& row : k_generic) {
    if (row.code != status.code) { continue; }
    status.reason = row.code == 409 && request.method == Method::Post ? "AlreadyExists" : row.reason;
    return row.message.empty() ? server_text : std::string(row.message);
  }
  if (status.code == 406) {
    status.reason = "NotAcceptable";
    const bool says_nothing = server_text.empty() || server_text == "unknown";
    return says_nothing ? "the server was unable to respond with a content type that the client supports" : server_text;
  }
  if (status.code >= 500) {
    status.reason = "InternalError";
    return util::concat("an error on the server (", quoted(server_text), ") has prevented the request from succeeding");
  }
  if (status.code >= 300 && status.code < 400) {
    // Go follows redirects, with the token. We refuse and print the target.
    return util::concat("the server redirects the request (status code ", status.code,
                        ") and redirects are not followed; check the server's URL");
  }
  // StatusReasonUnknown is the empty text.
  return util::concat("the server responded with the status code ", status.code,
                      " but did not return more information");
}

Status generic_status(const Request& request, const Response& response) {
  Status status;
  status.code = response.status;
  status.message = generic_message(request, status, unstructured_text(response));
  if (status.code >= 300 && status.code < 400 && response.has_header("location")) {
    status.message += util::concat(" (Location: ", response.header("location"), ")");
  }
  if (!request.resource.empty()) {
    status.message += util::concat(" (", util::lowercase(text_of(request.method)), ' ', request.resource);
    if (!request.name.empty()) { status.message += util::concat(' ', request.name); }
    status.message += ')';
  }
  return status;
}

Status read_status(document::Value object, int http_code) {
  Status status;
  status.code = http_code;
  status.reason = object["reason"].text();
  status.message = object["message"].text();
  status.continue_token = object["metadata"]["continue"].text();
  const document::Value details = object["details"];
  if (!details.is_object()) { return status; }
  status.has_details = true;
  status.kind = details["kind"].text();
  status.group = details["group"].text();
  status.name = details["name"].text();
  for (const document::Value cause : details["causes"].elements()) {
    if (status.causes.size() == k_most_causes) { break; }
    status.causes.push_back({std::string(cause["field"].text()), std::string(cause["message"].text())});
  }
  return status;
}

std::string invalid_text(const Status& status) {
  std::string text = "The request is invalid";
  if (!status.kind.empty() || !status.name.empty()) {
    text = util::concat("The ", limited(status.kind), " \"", limited(status.name), "\" is invalid");
  } else if (!status.message.empty() && status.causes.empty()) {
    text += util::concat(": ", limited(status.message));
  }
  std::set<std::string> seen;
  std::vector<std::string> lines;
  for (const StatusCause& cause : status.causes) {
    std::string line = util::concat(limited(cause.field), ": ", limited(cause.message));
    if (seen.insert(line).second) { lines.push_back(std::move(line)); }
  }
  if (lines.empty()) { return text; }
  text += ": ";
  if (lines.size() == 1) { return text + lines.front(); }
  for (const std::string& line : lines) { text += util::concat("\n* ", line); }
  return text;
}

// Removes the storage's own words, which name etcd's keys: `Operation cannot be fulfilled on pods "a": StorageError:
// invalid object, Code: 4, Key: /registry/pods/ml/a, …`. (apiserver, storage.StorageError.Error)
std::string conflict_text(const Status& status) {
  const std::size_t storage = status.message.find("StorageError: ");
  if (storage == std::string::npos) { return limited(status.message); }
  return util::concat(limited(std::string_view(status.message).substr(0, storage)),
                      "the object has changed since it was read");
}

} // namespace

std::optional<Status> failure_of(const Request& request, const Response& response) {
  const bool is_success = response.status >= 200 && response.status <= 206;
  // Most bodies of 2xx are large and no Status, so only short ones are parsed. A Status has a few hundred bytes.
  constexpr std::size_t k_most_status = std::size_t{64} * 1024;
  const bool may_be_status = response.is_json() && (!is_success || response.body.size() <= k_most_status);
  if (may_be_status) {
    JsonAnswer answer;
    const document::Value object = answer.read(response.body);
    if (object["kind"].text() == "Status") {
      const std::string_view outcome = object["status"].text();
      if (is_success && outcome == "Success") { return std::nullopt; }
      if (is_success || outcome == "Failure") { return read_status(object, response.status); }
    }
  }
  if (is_success) { return std::nullopt; }
  return generic_status(request, response);
}

std::string failure_text(const Status& status) {
  if (status.reason == "Unauthorized") {
    return util::concat("You must be logged in to the server (", limited(status.message), ")");
  }
  if (status.reason == "Invalid") { return invalid_text(status); }
  if (status.reason == "Conflict") { return util::concat("Error from server (Conflict): ", conflict_text(status)); }
  if (status.reason.empty()) { return util::concat("Error from server: ", limited(status.message)); }
  return util::concat("Error from server (", limited(status.reason), "): ", limited(status.message));
}

} // namespace kube
