// SPDX-License-Identifier: Apache-2.0
// The API server's No: a Status object, or what stands for one where the server sent something else.
#pragma once

#include "kube/http/request.hpp"
#include "util/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kube {

struct StatusCause {
  std::string field, message;
};

struct Status {
  int code = 0;       // of the HTTP response where the object has none
  std::string reason; // "Forbidden", "Expired"; may be empty
  std::string message;
  bool has_details = false;
  std::string kind, group, name; // of details
  std::vector<StatusCause> causes;
  std::string continue_token; // metadata.continue: how a list that has expired may go on
};

// The failure that `response` is: 2xx without one is nullopt, also with a Status that says Success. What is no Status
// gets the words of apimachinery's NewGenericServerResponse.
std::optional<Status> failure_of(const Request& request, const Response& response);

// As kubectl prints it, without its "error: ": `Error from server (Forbidden): …`. Control characters are visible and
// the length is limited; an Invalid object with several causes has several lines.
std::string failure_text(const Status& status);

// what() is failure_text().
class ApiError : public util::Error {
 public:
  ApiError(Status status, const std::string& text) : util::Error(text), m_status(std::move(status)) {}
  const Status& status() const { return m_status; }
  int code() const { return m_status.code; }
  const std::string& reason() const { return m_status.reason; }
  // A path that is not served, not an object that is not there.
  bool is_unknown_path() const { return code() == 404 && m_status.name.empty(); }

 private:
  Status m_status;
};

} // namespace kube
