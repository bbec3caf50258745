// SPDX-License-Identifier: Apache-2.0
// A piece of prose that can stand after a colon or alone.
#pragma once

#include <string>
#include <vector>

namespace report {

// Without a capital and without a final stop.
struct Clause {
  std::string text;
  bool starts_with_name = false; // worker-1 stays worker-1 at the start of a sentence
  bool continues = false;        // says nothing without the clause before it
};

// The clauses as sentences: "Worker ... . It ... ."
std::string sentences(const std::vector<Clause>& clauses);

// The first clause and those that continue it, in one sentence without the final stop.
std::string first_thought(const std::vector<Clause>& clauses);

} // namespace report
