// SPDX-License-Identifier: Apache-2.0
// Any bytes as a server's output on the wire: status lines, headers, chunks, packed bodies, pages. A line `----`
// separates the answers to successive connections. The client lists pods, and ends with items or with an error that
// drives no terminal.
#include "kube/api/client.hpp"
#include "kube/api/discovery.hpp"
#include "kube/api/lister.hpp"
#include "support/checks.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

// Answers each connection with the next part, whatever the request, and closes it.
class Server {
 public:
  Server() : m_listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    fuzz::must(bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(m_listener, 64) == 0 &&
                   getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) == 0,
               "a port to listen on");
    m_port = ntohs(address.sin_port);
    std::thread([this] { serve(); }).detach(); // until the process ends
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() = delete;

  int port() const { return m_port; }
  void answer_with(std::vector<std::string> parts) {
    const std::lock_guard lock(m_mutex);
    m_parts = std::move(parts);
    m_next = 0;
  }

 private:
  std::string next_part() {
    const std::lock_guard lock(m_mutex);
    return m_next < m_parts.size() ? m_parts[m_next++] : std::string();
  }

  void serve() {
    while (true) {
      const int peer = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (peer < 0) { continue; }
      answer(peer, next_part());
      close(peer);
    }
  }

  static void answer(int peer, const std::string& part) {
    std::string asked;
    char bytes[4096];
    while (asked.find("\r\n\r\n") == std::string::npos) {
      const ssize_t count = recv(peer, bytes, sizeof(bytes), 0);
      if (count <= 0) { return; }
      asked.append(bytes, static_cast<std::size_t>(count));
    }
    for (std::size_t at = 0; at < part.size();) {
      const ssize_t count = send(peer, part.data() + at, part.size() - at, MSG_NOSIGNAL);
      if (count <= 0) { return; }
      at += static_cast<std::size_t>(count);
    }
    shutdown(peer, SHUT_WR);
    while (recv(peer, bytes, sizeof(bytes), 0) > 0) {}
  }

  int m_listener;
  int m_port = 0;
  std::mutex m_mutex;
  std::vector<std::string> m_parts;
  std::size_t m_next = 0;
};

std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::string_view k_between = "\n----\n";
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size() && parts.size() < 8;) {
    const std::size_t end = std::min(text.find(k_between, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + k_between.size();
  }
  return parts;
}

kube::ClientOptions quick_options() {
  kube::ClientOptions options;
  auto now = std::make_shared<kube::BootClock::time_point>();
  options.clock.now = [now] { return *now; };
  options.clock.sleep = [now](std::chrono::milliseconds duration) { *now += duration; };
  options.silence_timeout = std::chrono::seconds(5);
  options.max_body_bytes = 1 << 20;
  options.verbosity = 10;
  const auto check = [](std::string_view line) { fuzz::must(fuzz::is_harmless(line), "a log drives no terminal"); };
  options.warning = check;
  options.notice = check;
  options.log = [check](int, std::string_view line) { check(line); };
  return options;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Server& server = *new Server;
  server.answer_with(parts_of(fuzz::text_of(data, size)));
  kube::Connection connection;
  connection.server = "http://127.0.0.1:" + std::to_string(server.port());
  const kube::Identity nobody;
  kube::Client client(connection, {[&nobody]() -> const kube::Identity& { return nobody; }, {}}, quick_options());
  try {
    kube::Lister lister(client);
    std::int64_t items = 0;
    kube::ListSink sink{[&](const document::Item& item) {
                          fuzz::must(item.value.is_object(), "an item is an object");
                          ++items;
                        },
                        [&] { items = 0; },
                        {}};
    lister.add({.version = "v1", .resource = "pods", .kind = "Pod"}, sink);
    const kube::ListOutcome outcome = lister.run().front();
    fuzz::must(outcome.error || outcome.items == items, "what was delivered is counted");
    if (outcome.error) { fuzz::must(fuzz::is_harmless(outcome.error->what()), "an error drives no terminal"); }
    (void)kube::server_version(client);
  } catch (const util::Error& error) { fuzz::must(error.what() != std::string(), "an error says why"); }
  return 0;
}
