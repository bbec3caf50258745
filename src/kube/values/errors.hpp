// SPDX-License-Identifier: Apache-2.0
// Failures of a connection; the server's own errors are ApiError (kube/api/status.hpp).
#pragma once

#include "util/error.hpp"

namespace kube {

// No answer, or an incomplete one. what() is a full sentence.
class ConnectionError : public util::Error {
 public:
  using util::Error::Error;
};

// The user has cancelled the run.
class Interrupted : public util::Error {
 public:
  Interrupted() : util::Error("interrupted") {}
};

} // namespace kube
