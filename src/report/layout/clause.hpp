// SPDX-License-Identifier: Apache-2.0
// A piece of prose that works after a colon or alone.
#pragma once

#include <string>
#include <vector>

namespace report {

// Without a capital and without a full stop.
struct Clause {
  std::string text;
  bool starts_with_name = false; // worker-1 stays worker-1 at the start of a sentence
  bool continues = false;        // has no meaning without the clause before it
};

// Joins the clauses to sentences: "Worker ... . It ... ."
std::string sentences(const std::vector<Clause>& clauses);

// Joins the first clause and its continuations to one sentence without the full stop.
std::string first_thought(const std::vector<Clause>& clauses);

} // namespace report
