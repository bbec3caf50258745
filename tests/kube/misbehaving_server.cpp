// SPDX-License-Identifier: Apache-2.0
#include "kube/misbehaving_server.hpp"

#include "kube/http/json_answer.hpp"

#include <array>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace tests {

namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) { throw std::runtime_error("no pipe"); }
  return ends;
}

std::string read_line(int from) {
  std::string line;
  std::array<char, 4096> bytes{};
  while (line.find('\n') == std::string::npos) {
    const ssize_t count = read(from, bytes.data(), bytes.size());
    if (count <= 0) { throw std::runtime_error("tests/kube/misbehaving_server.py did not start"); }
    line.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return line;
}

} // namespace

const MisbehavingServer& MisbehavingServer::instance() {
  static const MisbehavingServer server;
  return server;
}

MisbehavingServer::MisbehavingServer() {
  const std::array<int, 2> input = make_pipe();
  const std::array<int, 2> output = make_pipe();
  m_child = fork();
  if (m_child == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    execl(GANG_PYTHON, GANG_PYTHON, GANG_MISBEHAVING_SERVER, static_cast<char*>(nullptr));
    _exit(127);
  }
  close(input[0]);
  close(output[1]);
  m_input = input[1];
  const std::string line = read_line(output[0]);
  close(output[0]);
  kube::JsonAnswer answer;
  const document::Value ready = answer.read(line);
  for (const auto member : ready["ports"].members()) {
    m_ports.emplace(member.key, std::stoi(std::string(member.value.text())));
  }
  for (const auto member : ready["pem"].members()) { m_pem.emplace(member.key, member.value.text()); }
}

MisbehavingServer::~MisbehavingServer() {
  close(m_input);
  waitpid(m_child, nullptr, 0);
}

} // namespace tests
