// SPDX-License-Identifier: Apache-2.0
// Errors of the API server: a Status object, or a generated one if the server sent something else.
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
  int code = 0;       // from the HTTP response if the object has none
  std::string reason; // "Forbidden", "Expired"; may be empty
  std::string message;
  bool has_details = false;
  std::string kind, group, name; // of details
  std::vector<StatusCause> causes;
  std::string continue_token; // metadata.continue: continues an expired list
};

// Returns the failure in `response`; nullopt for 2xx without one, also for a Status with Success. A body without a
// Status gets the words of apimachinery's NewGenericServerResponse.
std::optional<Status> failure_of(const Request& request, const Response& response);

// kubectl's text without its "error: ": `Error from server (Forbidden): …`. Escapes control characters and limits the
// length. An Invalid object with several causes takes several lines.
std::string failure_text(const Status& status);

// what() is failure_text().
class ApiError : public util::Error {
 public:
  ApiError(Status status, const std::string& text) : util::Error(text), m_status(std::move(status)) {}
  const Status& status() const { return m_status; }
  int code() const { return m_status.code; }
  const std::string& reason() const { return m_status.reason; }
  // True if the server does not serve the path, false if only the object is missing.
  bool is_unknown_path() const { return code() == 404 && m_status.name.empty(); }

 private:
  Status m_status;
};

} // namespace kube
