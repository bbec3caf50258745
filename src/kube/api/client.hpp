// SPDX-License-Identifier: Apache-2.0
// Requests to one API server: several at once, over one connection where the server speaks HTTP/2, sent again where
// that is safe and useful, with the answers' failures in kubectl's words.
//
// Everything happens in one thread, in run(): libcurl's transfers, the callbacks, and work that is done while bytes are
// on their way.
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

// What became of a request: an answer, the server's No, or nothing that we have heard of.
struct Outcome {
  Response response;
  std::optional<ApiError> error;
  std::optional<ConnectionError> lost; // only of requests that tell their loss

  bool is_answer() const { return !error && !lost; }
  // Why there is none; empty where there is.
  std::string trouble() const { return error ? error->what() : lost ? lost->what() : ""; }
};

struct Traffic {
  std::uint64_t requests = 0; // attempts
  std::uint64_t connections = 0;
  std::uint64_t received_bytes = 0; // of bodies, as they came
  std::uint64_t body_bytes = 0;     // the same, unpacked
};

class Client {
 public:
  using Done = std::function<void(Outcome)>;
  // Does a little and returns whether there is more to do: called again and again between looks at the network.
  using Work = std::function<bool()>;

  // `connection` and what `identity` stands on must live as long as the client.
  Client(const Connection& connection, IdentitySource identity, ClientOptions options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Asks for one thing and waits. Throws ApiError where the server says no, ConnectionError where there is no answer.
  Response send(const Request& request);

  // Puts a request in line, also from within `done`. `done` is called by run().
  void start(Request request, Done done);
  // Until all that was started is done and `work` has nothing left. Throws ConnectionError where a request gets no
  // answer (but for those that tell it), Interrupted, and what a callback throws: then all the rest is dropped.
  void run(const Work& work = {});

  const ClientOptions& options() const;
  const Traffic& traffic() const;
  // `text` for an error: without our own secrets, should the server have sent them back.
  std::string without_secrets(std::string_view text) const;
  std::size_t warnings() const; // different ones so far

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace kube
