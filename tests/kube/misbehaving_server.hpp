// SPDX-License-Identifier: Apache-2.0
// misbehaving_server.py as a child process, one for all tests of the program. It ends with this process, however that
// ends.
#pragma once

#include <map>
#include <string>

namespace tests {

class MisbehavingServer {
 public:
  static const MisbehavingServer& instance(); // started on first use

  int port(const std::string& listener) const { return m_ports.at(listener); }
  const std::string& pem(const std::string& name) const { return m_pem.at(name); }

  MisbehavingServer(const MisbehavingServer&) = delete;
  MisbehavingServer& operator=(const MisbehavingServer&) = delete;

 private:
  MisbehavingServer();
  ~MisbehavingServer();

  int m_input = -1; // closing it ends the server
  int m_child = 0;
  std::map<std::string, int> m_ports;
  std::map<std::string, std::string> m_pem;
};

} // namespace tests
