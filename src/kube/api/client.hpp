// SPDX-License-Identifier: Apache-2.0
// Requests to one API server: several at once, over one connection if the server supports HTTP/2. Retries a request if
// that is safe and useful, and reports failures in kubectl's words.
//
// One thread does everything, in run(): libcurl's transfers, the callbacks, and other work while bytes are in transit.
#pragma once

#include "kube/api/status.hpp"
#include "kube/http/client_options.hpp"
#include "kube/http/request.hpp"
#include "kube/identity/identity_source.hpp"
#include "kube/values/connection.hpp"
#include "kube/values/errors.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace kube {

// Result of a request: a response, an error of the server, or a lost answer.
struct Outcome {
  Response response;
  std::optional<ApiError> error;
  std::optional<ConnectionError> lost; // only of requests with tells_loss

  bool is_answer() const { return !error && !lost; }
  // The reason why there is no answer, or empty.
  std::string trouble() const { return error ? error->what() : lost ? lost->what() : ""; }
};

struct Traffic {
  std::uint64_t requests = 0; // attempts
  std::uint64_t connections = 0;
  std::uint64_t received_bytes = 0; // of bodies, as received
  std::uint64_t body_bytes = 0;     // the same, decompressed
};

class Client {
 public:
  using Done = std::function<void(Outcome)>;
  // Does a small piece of work and returns true if there is more. run() calls it repeatedly between checks of the
  // network.
  using Work = std::function<bool()>;

  // `connection` and the objects that `identity` refers to must live as long as the client.
  Client(const Connection& connection, IdentitySource identity, ClientOptions options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Sends one request and waits. Throws ApiError for an error of the server, ConnectionError if no answer arrives.
  Response send(const Request& request);

  // Queues a request; `done` may call this too. run() calls `done`.
  void start(Request request, Done done);
  // Runs until all started requests are done and `work` has nothing left. Throws ConnectionError if a request gets no
  // answer (unless it has tells_loss), Interrupted, and whatever a callback throws. It then drops all other requests.
  void run(const Work& work = {});

  const ClientOptions& options() const;
  const Traffic& traffic() const;
  // `text` for an error. Masks our own secrets, in case the server sent them back.
  std::string without_secrets(std::string_view text) const;
  std::size_t warnings() const; // number of distinct ones so far

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace kube
