// SPDX-License-Identifier: Apache-2.0
// An object as it is handed over by the readers, and how they are to read.
#pragma once

#include "document/bytes/value.hpp"
#include "document/bytes/wanted.hpp"
#include "util/problem.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace document {

// Where an object stands, for messages: "pods.json, item 17" or "job.yaml, line 3" or "standard input, document 2".
struct Place {
  std::string_view file;     // as the user named it; "standard input" for -
  std::int64_t item = 0;     // position in its list from 1; 0: not in a list
  std::int64_t line = 0;     // of the object's first character, from 1; 0: not known
  std::int64_t document = 0; // from 1, where the file holds more than one; 0: not known or the first
  std::string text() const;
};

// What was found out about an item before it was handed over.
struct Prepared {
  virtual ~Prepared() = default;
};

struct Item {
  Value value;           // an object; kind and apiVersion may be missing in items of typed lists
  std::string_view kind; // its own, else the list's; may be empty
  std::string_view api_version;
  Place place;
  Prepared* prepared = nullptr; // by ReadOptions::prepare; null: it was not, or nothing was found out
};

// What of the work on an item needs nothing else. Called on any thread; `item` has no place yet. Must not throw.
using Prepare = std::function<std::unique_ptr<Prepared>(const Item& item)>;

struct ReadOptions {
  bool recursive = true;                       // folders: also those below
  std::uint64_t max_bytes = 64ull << 30;       // after decompression, per file: a guard against bombs
  std::uint64_t max_item_bytes = 512ull << 20; // one object
  bool files_only_with_known_endings = true;   // in folders: .json .yaml .yml, also with .gz or .zst
  WantedOf wanted_of = {};                     // of the items of JSON lists; empty: all of everything
  Prepare prepare = {};                        // for the items of JSON lists
  unsigned threads = 0;                        // that parse; 0: as many as the machine has
};

using ItemSink = std::function<void(const Item&)>;      // the Item is valid during the call only
using ProblemSink = std::function<void(util::Problem)>; // an object that cannot be read: skipped, the rest goes on

} // namespace document
