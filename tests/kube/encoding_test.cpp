// SPDX-License-Identifier: Apache-2.0
// Small encodings: base64, a document as JSON on one line, timestamps, PEM.
#include "document/reading/json_line.hpp"
#include "kube/machine.hpp"
#include "kube/values/base64.hpp"
#include "kube/values/first_document.hpp"
#include "kube/values/pem.hpp"
#include "kube/values/timestamp.hpp"

namespace {

std::string decoded(std::string_view text) {
  const kube::Base64 result = kube::from_base64(text);
  return result.ok ? result.bytes : "illegal at " + std::to_string(result.failed_at);
}

std::string compact(std::string_view text) {
  std::string out;
  kube::read_first_document(text, [&out](const document::Item& item) { document::append_json_line(out, item.value); });
  return out;
}

std::string seconds(std::string_view text) {
  const auto time = kube::parse_timestamp(text);
  return time ? std::to_string(time->time_since_epoch().count()) : "none";
}

} // namespace

// Go's encoding/base64 reports the same positions.
TEST_CASE("base64 decodes as in Go") {
  CHECK(decoded("").empty());
  CHECK(decoded("YQ==") == "a");
  CHECK(decoded("YWI=") == "ab");
  CHECK(decoded("YWJj") == "abc");
  CHECK(decoded("YWJjZA==") == "abcd");
  CHECK(decoded("YW\nJj\r\n") == "abc");
  CHECK(decoded("YQ=\n=\n") == "a");
  CHECK(decoded("+/+/") == "\xfb\xff\xbf");
  CHECK(decoded("@@@") == "illegal at 0");
  CHECK(decoded("YWJj YWJj") == "illegal at 4"); // a blank from YAML folding
  CHECK(decoded("YWJjZ") == "illegal at 4");
  CHECK(decoded("YWJjZA") == "illegal at 4");
  CHECK(decoded("YWJjZA=") == "illegal at 7");
  CHECK(decoded("YQ=x") == "illegal at 2");
  CHECK(decoded("Y===") == "illegal at 1");
  CHECK(decoded("=") == "illegal at 0");
  CHECK(decoded("YQ==YQ==") == "illegal at 4");
  CHECK(decoded("-_-_") == "illegal at 0");
}

TEST_CASE("base64 encodes with padding") {
  CHECK(kube::to_base64("").empty());
  CHECK(kube::to_base64("a") == "YQ==");
  CHECK(kube::to_base64("ab") == "YWI=");
  CHECK(kube::to_base64("abc") == "YWJj");
  CHECK(kube::to_base64("\xfb\xff\xbf") == "+/+/");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) { all += static_cast<char>(byte); }
  CHECK(decoded(kube::to_base64(all)) == all);
}

TEST_CASE("JSON on one line equals Go's") {
  CHECK(compact("{b: 1, a: [true, null, x, 1.5], c: {}}") == R"({"a":[true,null,"x",1.5],"b":1,"c":{}})");
}

TEST_CASE("read_first_document ignores further documents") {
  CHECK(compact("a: 1\n---\na: 2\n") == R"({"a":1})");
  CHECK(compact("a: 1\n---\n\tbroken: [\n") == R"({"a":1})");
  CHECK(compact("# nothing but a comment\n").empty());
  CHECK(error_of([] { compact("- a\n- b\n"); }) == "it is a list, not an object");
  CHECK(error_of([] { compact("- {a: 1}\n"); }) == "it is a list, not an object");
  CHECK(error_of([] { compact("[]"); }) == "it is a list, not an object");
  CHECK(error_of([] { compact("just words\n"); }) == "line 1: this is text, not an object");
  CHECK(error_of([] { compact("token: !!int CANARY\n"); }).find("CANARY") == std::string::npos);
}

TEST_CASE("timestamps follow RFC 3339") {
  CHECK(seconds("1970-01-01T00:00:00Z") == "0");
  CHECK(seconds("2030-01-02T03:04:05Z") == "1893553445");
  CHECK(seconds("2030-01-02T03:04:05.987+01:30") == "1893548045");
  CHECK(seconds("2030-01-01T22:04:05-05:00") == "1893553445");
  CHECK(seconds("2028-02-29T00:00:00Z") == "1835395200");
  for (const char* const text :
       {"", "2030-01-02", "2030-01-02 03:04:05Z", "2030-01-02T03:04:05", "2030-02-30T00:00:00Z", "2030-01-02T24:00:00Z",
        "2030-01-02T03:60:00Z", "2030-01-02T03:04:05.Z", "2030-01-02T03:04:05Zx", "2030-01-02T03:04:05+24:00",
        "30-01-02T03:04:05Z"}) {
    INFO(text);
    CHECK(seconds(text) == "none");
  }
}

TEST_CASE("PEM checks work without a TLS library") {
  CHECK(kube::fault_of_authorities(k_certificate).empty());
  CHECK(kube::fault_of_authorities("comment\n" + k_key + k_certificate).empty());
  CHECK(kube::fault_of_authorities("") == "unable to parse bytes as PEM block");
  CHECK(kube::fault_of_authorities("hello") == "unable to parse bytes as PEM block");
  CHECK(kube::fault_of_authorities("-----BEGIN CERTIFICATE-----\nTUlJ\n") == "unable to parse bytes as PEM block");
  CHECK(kube::fault_of_authorities(k_key) == "there is no PEM block of type CERTIFICATE");

  CHECK(kube::fault_of_key_pair(k_certificate, k_key).empty());
  CHECK(kube::fault_of_key_pair("hello", k_key) == "tls: failed to find any PEM data in certificate input");
  CHECK(kube::fault_of_key_pair(k_key, k_key) == "tls: failed to find \"CERTIFICATE\" PEM block in certificate input");
  CHECK(kube::fault_of_key_pair(k_certificate, "hello") == "tls: failed to find any PEM data in key input");
  CHECK(kube::fault_of_key_pair(k_certificate, k_certificate) ==
        "tls: found no PEM block with a private key in key input");
}

TEST_CASE("an encrypted client key is an error before the TLS library asks for a pass phrase") {
  const std::string refusal = "tls: the private key is encrypted; store it without a pass phrase";
  CHECK(kube::fault_of_key_pair(k_certificate,
                                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nTUlJ\n-----END ENCRYPTED PRIVATE KEY-----\n") ==
        refusal);
  CHECK(kube::fault_of_key_pair(
            k_certificate, "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nTUlJ\n"
                           "-----END RSA PRIVATE KEY-----\n") == refusal);
}
