// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the tests in this folder: a machine has files and variables, and the user sets flags. The tests check
// the connection or the error.
//
//   Machine machine;
//   machine.kubeconfig(config({.user = "{token: t}"}));
//   CHECK(machine.connect().token == "t");
#pragma once

#include "kube/identity/connect.hpp"
#include "support/catch.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using Texts = std::vector<std::string>;

// A kubeconfig with one context "c" of cluster "k" and user "u".
struct ConfigParts {
  std::string cluster = R"({server: "https://127.0.0.1:1"})";
  std::string user = "{token: t}";
  std::string context = "{cluster: k, user: u}";
};
std::string config(const ConfigParts& parts = {});

// A temporary folder, and an environment in which HOME is its `home`.
class Machine {
 public:
  Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  ~Machine();

  std::string path(std::string_view name) const;
  std::string write(std::string_view name, std::string_view content, unsigned mode = 0600) const; // returns the path
  std::string script(std::string_view name, std::string_view lines) const;                        // for /bin/sh
  std::string read(std::string_view name) const;
  bool has(std::string_view name) const;

  void kubeconfig(std::string_view text); // KUBECONFIG
  void in_a_pod();                        // a service account in `sa`
  void set(const std::string& name, const std::string& value) { variables[name] = value; }
  kube::Environment environment() const;

  kube::Connection connect();
  std::string error();    // error of connect(); empty if it succeeds
  Texts warnings() const; // "object: message" of the last connect()

  kube::ConnectionFlags flags;
  std::map<std::string, std::string> variables;
  std::vector<util::Problem> problems;

 private:
  std::string m_folder;
};

// what() of the util::Error that `call` throws; empty if it throws none.
std::string error_of(const std::function<void()>& call);

// Redirects a descriptor (STDIN_FILENO, STDERR_FILENO) to a file for the lifetime of the object.
class Redirected {
 public:
  Redirected(int descriptor, const std::string& path, int flags);
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected();

 private:
  int m_descriptor;
  int m_saved;
};

inline const std::string k_certificate = "-----BEGIN CERTIFICATE-----\nTUlJ\n-----END CERTIFICATE-----\n";
inline const std::string k_other_certificate = "-----BEGIN CERTIFICATE-----\nVFdP\n-----END CERTIFICATE-----\n";
inline const std::string k_key = "-----BEGIN PRIVATE KEY-----\nTUlJ\n-----END PRIVATE KEY-----\n";
