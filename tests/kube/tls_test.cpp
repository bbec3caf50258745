// SPDX-License-Identifier: Apache-2.0
// Verification of servers, client certificates, and proxies.
#include "kube/visit.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using tests::MisbehavingServer;
using tests::Visit;

namespace {

const std::string& pem(const std::string& name) { return MisbehavingServer::instance().pem(name); }

std::string error_with(const std::string& listener, const std::string& authorities,
                       const std::string& host = "127.0.0.1") {
  Visit visit(listener, "list", host);
  visit.connection.tls.authorities_pem = authorities;
  return visit.error_of_get();
}

// Sets a variable of the environment for a test; libcurl must ignore it.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : m_name(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(m_name); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* m_name;
};

// A folder with one file; the destructor removes both.
class Folder {
 public:
  Folder(const std::string& file, const std::string& content) {
    std::string name = (std::filesystem::temp_directory_path() / "kube-tests-XXXXXX").string();
    m_path = mkdtemp(name.data());
    std::ofstream(m_path / file) << content;
  }
  ~Folder() { std::filesystem::remove_all(m_path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(const std::string& file = "") const {
    return file.empty() ? m_path.string() : (m_path / file).string();
  }

 private:
  std::filesystem::path m_path;
};

// A port that nothing accepts: the system completes the connections, and they wait.
class Unanswered {
 public:
  Unanswered() {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(m_socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(listen(m_socket, 8) == 0);
    REQUIRE(getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    m_port = ntohs(address.sin_port);
  }
  ~Unanswered() { close(m_socket); }
  Unanswered(const Unanswered&) = delete;
  Unanswered& operator=(const Unanswered&) = delete;
  int port() const { return m_port; }

 private:
  int m_socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int m_port = 0;
};

constexpr const char* k_not_verified = "Unable to connect to the server: tls: failed to verify certificate: x509: ";

} // namespace

TEST_CASE("untrusted certificates are errors") {
  CHECK(error_with("good", pem("authority")).empty());
  CHECK(error_with("good", pem("authority"), "localhost").empty());
  const std::string unknown = std::string(k_not_verified) + "certificate signed by unknown authority";
  CHECK(error_with("other_authority", pem("authority")) == unknown);
  CHECK(error_with("good", pem("other_authority")) == unknown);
  CHECK(error_with("good", pem("other_authority") + pem("authority")).empty());
  CHECK(error_with("good", "no certificate").find("Unable to connect to the server: tls: ") == 0);
  CHECK(error_with("expired", pem("authority")) ==
        std::string(k_not_verified) + "certificate has expired or is not yet valid");
  CHECK(error_with("named", pem("authority")) ==
        std::string(k_not_verified) + "certificate is valid for kubernetes.test, not 127.0.0.1");
  CHECK(error_with("common_name", pem("authority")) ==
        std::string(k_not_verified) + "certificate relies on legacy Common Name field, use SANs instead");
}

TEST_CASE("a server with a bad certificate gets no request") {
  for (const char* const listener : {"other_authority", "expired", "named", "common_name"}) {
    INFO(listener);
    Visit visit(listener, "list");
    visit.use_token("token");
    CHECK(!visit.list_pods().error.empty());
    CHECK(visit.journal().empty());
  }
}

TEST_CASE("the system's authorities count only if the connection has none") {
  // OpenSSL searches a folder by the hash of a name.
  const Folder folder(pem("authority_hash") + ".0", pem("authority"));
  const std::string bundle_path = folder.path(pem("authority_hash") + ".0");
  for (const bool is_folder : {false, true}) {
    for (const bool has_own : {false, true}) {
      INFO(is_folder << has_own);
      Visit visit("good", "list");
      visit.options.environment = [&](const char* name) -> std::optional<std::string> {
        if (std::string_view(name) == "SSL_CERT_DIR" && is_folder) { return folder.path(); }
        if (std::string_view(name) == "SSL_CERT_FILE" && !is_folder) { return bundle_path; }
        return std::nullopt;
      };
      visit.connection.tls.authorities_pem = has_own ? pem("other_authority") : "";
      CHECK(visit.error_of_get().empty() == !has_own);
    }
  }
  // OpenSSL and libcurl read these on their own.
  const Variable file("SSL_CERT_FILE", bundle_path);
  const Variable bundle("CURL_CA_BUNDLE", bundle_path);
  const Variable path("SSL_CERT_DIR", folder.path());
  CHECK(!error_with("good", pem("other_authority")).empty());
}

TEST_CASE("insecure: the client verifies nothing") {
  for (const char* const listener : {"other_authority", "expired", "named", "common_name"}) {
    INFO(listener);
    Visit visit(listener, "list");
    visit.connection.tls.insecure = true;
    CHECK(visit.error_of_get().empty());
  }
}

TEST_CASE("tls-server-name replaces the host in verification") {
  Visit visit("named", "echo");
  visit.connection.tls.server_name = "kubernetes.test";
  CHECK(visit.error_of_get().empty());
  const auto journal = visit.journal();
  REQUIRE(journal.size() == 1);
  CHECK(journal[0].header("Host") == "127.0.0.1:" + std::to_string(MisbehavingServer::instance().port("named")));
  Visit wrong("named", "list");
  wrong.connection.tls.server_name = "elsewhere.test";
  CHECK(wrong.error_of_get() ==
        std::string(k_not_verified) + "certificate is valid for kubernetes.test, not elsewhere.test");
}

TEST_CASE("a server that requires a client certificate gets it") {
  Visit visit("mutual", "echo");
  CHECK(visit.error_of_get() == "Unable to connect to the server: remote error: tls: certificate required");
  Visit known("mutual", "echo");
  known.identity.client_certificate_pem = pem("client");
  known.identity.client_key_pem = pem("client_key");
  CHECK(known.error_of_get().empty());
  CHECK(known.journal().front().client == "first");
}

TEST_CASE("unusable client keys are an error, not a prompt or a crash") {
  const std::string sentence =
      "Unable to connect to the server: tls: the client certificate or its key cannot be used: they are not in PEM "
      "form, do not belong together, or the key is encrypted";
  for (const char* const key : {"encrypted_key", "second_client_key", "client"}) {
    INFO(key);
    Visit visit("mutual", "list");
    visit.identity.client_certificate_pem = pem("client");
    visit.identity.client_key_pem = pem(key);
    CHECK(visit.error_of_get() == sentence);
  }
  Visit empty("mutual", "list");
  empty.identity.client_certificate_pem = pem("client");
  CHECK(empty.error_of_get() == sentence);
}

TEST_CASE("a new certificate after a 401 opens a new connection") {
  Visit visit("mutual", "token~new");
  visit.use_token("old");
  visit.identity.client_certificate_pem = pem("client");
  visit.identity.client_key_pem = pem("client_key");
  visit.later = {{{{"Authorization", "Bearer new"}}, pem("second_client"), pem("second_client_key"), 1}};
  CHECK(visit.error_of_get().empty());
  const auto journal = visit.journal();
  REQUIRE(journal.size() == 2);
  CHECK(journal[0].client == "first");
  CHECK(journal[1].client == "second");
}

TEST_CASE("connection failures read as in kubectl") {
  Visit refused("good", "list");
  refused.connection.server = "https://127.0.0.1:1";
  CHECK(refused.error_of_get() ==
        "The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?");
  Visit unknown("good", "list");
  unknown.connection.server = "https://no-such-host.invalid:6443/x";
  CHECK(unknown.error_of_get() ==
        "Unable to connect to the server: dial tcp: lookup no-such-host.invalid: no such host");
  Visit plain("good", "list");
  plain.connection.server = "https://127.0.0.1:" + std::to_string(MisbehavingServer::instance().port("plain"));
  CHECK(plain.error_of_get() == "Unable to connect to the server: http: server gave HTTP response to HTTPS client");
  Visit mute("good", "list");
  const Unanswered listener;
  mute.connection.server = "https://127.0.0.1:" + std::to_string(listener.port());
  mute.use_real_time();
  mute.options.dial_timeout = std::chrono::milliseconds(200);
  CHECK(mute.error_of_get() ==
        "Unable to connect to the server: dial tcp 127.0.0.1:" + std::to_string(listener.port()) + ": i/o timeout");
  Visit other_protocol("good", "list");
  other_protocol.connection.server = "file:///etc";
  CHECK(!other_protocol.error_of_get().empty());
}

TEST_CASE("only the configured proxy counts, never the environment's") {
  const std::string proxy = "127.0.0.1:" + std::to_string(MisbehavingServer::instance().port("proxy"));
  const std::string dead = "http://127.0.0.1:1";
  const Variable all("ALL_PROXY", dead), https("HTTPS_PROXY", dead), http("http_proxy", dead), no("NO_PROXY", "*");
  CHECK(error_with("good", pem("authority")).empty());
  Visit plain("plain", "list");
  CHECK(plain.error_of_get().empty());

  const std::size_t before = Visit::journal_of("proxy").size();
  Visit visit("good", "echo");
  visit.options.proxy_url = "http://user:hidden-word@" + proxy;
  visit.use_token("canary");
  CHECK(visit.error_of_get().empty());
  const auto contacts = Visit::journal_of("proxy");
  REQUIRE(contacts.size() == before + 1);
  CHECK(contacts.back().header("Authorization").empty());
  CHECK(!contacts.back().header("Proxy-Authorization").empty());
  CHECK(visit.journal().front().header("Authorization") == "Bearer canary");
  CHECK(visit.journal().front().header("Proxy-Authorization").empty());

  Visit gone("good", "list");
  gone.options.proxy_url = "http://user:hidden-word@127.0.0.1:1";
  CHECK(gone.error_of_get() ==
        "Unable to connect to the server: proxyconnect tcp: dial tcp: connect: connection refused");
}

TEST_CASE("an https proxy needs a certificate of the same authorities") {
  const auto url = [](const char* listener) {
    return "https://127.0.0.1:" + std::to_string(MisbehavingServer::instance().port(listener));
  };
  Visit visit("good", "list");
  visit.options.proxy_url = url("tls_proxy");
  const std::size_t before = Visit::journal_of("proxy").size();
  CHECK(visit.error_of_get().empty());
  const std::size_t after = Visit::journal_of("proxy").size();
  CHECK(after > before); // the first contact may fail on a busy machine
  Visit deceived("good", "list");
  deceived.options.proxy_url = url("tls_proxy_of_another");
  CHECK(deceived.error_of_get() == "Unable to connect to the server: proxyconnect tcp: tls: failed to verify "
                                   "certificate: x509: certificate signed by unknown authority");
  CHECK(Visit::journal_of("proxy").size() == after);
}

TEST_CASE("a socks5 proxy resolves the host name, even with tls-server-name") {
  Visit visit("good", "list", "localhost");
  visit.options.proxy_url = "socks5://127.0.0.1:" + std::to_string(MisbehavingServer::instance().port("socks"));
  CHECK(visit.error_of_get().empty());
  CHECK(Visit::journal_of("socks").back().path == "3 localhost");
  Visit named("named", "list", "localhost");
  named.options.proxy_url = visit.options.proxy_url;
  named.connection.tls.server_name = "kubernetes.test";
  CHECK(named.error_of_get().empty());
  CHECK(Visit::journal_of("socks").back().path == "3 localhost");
}

TEST_CASE("the client follows no redirects, and the token goes nowhere else") {
  Visit visit("good", "redirect~" + std::to_string(MisbehavingServer::instance().port("other")));
  visit.use_token("canary");
  const std::string error = visit.error_of_get();
  CHECK(error.find(
            "Error from server: the server redirects the request (status code 302) and redirects are not followed; "
            "check the server's URL (Location: https://127.0.0.1:") == 0);
  for (const auto& asked : visit.journal()) { CHECK(asked.listener == "good"); }
  CHECK(visit.journal().size() == 1);
}
