// SPDX-License-Identifier: Apache-2.0
// Why there is no answer, beside the server's No (ApiError in kube/api/status.hpp).
#pragma once

#include "util/error.hpp"

namespace kube {

// No answer, or not all of it. what() is a full sentence.
class ConnectionError : public util::Error {
 public:
  using util::Error::Error;
};

// The user does not want to wait any longer.
class Interrupted : public util::Error {
 public:
  Interrupted() : util::Error("interrupted") {}
};

} // namespace kube
