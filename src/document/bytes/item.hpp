// SPDX-License-Identifier: Apache-2.0
// An object that the readers pass on, and their options.
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

// Position of an object, for messages: "pods.json, item 17" or "job.yaml, line 3" or "standard input, document 2".
struct Place {
  std::string_view file;     // as the user named it; "standard input" for -
  std::int64_t item = 0;     // of the object's first character, from 1; 0: unknown
  std::int64_t line = 0;     // from 1, if the file contains more than one; 0: unknown or the first
  std::int64_t document = 0; // from 1, if the file contains more than one; 0: unknown or the first
  std::string text() const;
};

// Results of ReadOptions::prepare for one item.
struct Prepared {
  virtual ~Prepared() = default;
};

struct Item {
  Value value;           // an object; kind and apiVersion may be missing in items of typed lists
  std::string_view kind; // its own, else the list's; may be empty
  std::string_view api_version;
  Place place;
  Prepared* prepared = nullptr; // from ReadOptions::prepare; null: prepare did not run, or found nothing
};

// The part of the work on an item that needs nothing else. Runs on any thread; `item.place` is still empty. Must not
// throw.
using Prepare = std::function<std::unique_ptr<Prepared>(const Item& item)>;

struct ReadOptions {
  bool recursive = true;                       // folders: also subfolders
  std::uint64_t max_bytes = 64ull << 30;       // after decompression, per file; protects against bombs
  std::uint64_t max_item_bytes = 512ull << 20; // one object
  bool bare_lists = true;                      // [{…}, {…}] without a List around it; false: read like kubectl
  bool files_only_with_known_endings = true;   // in folders: .json .yaml .yml, also with .gz or .zst
  WantedOf wanted_of = {};                     // the wanted members of items in JSON lists; empty: everything
  Prepare prepare = {};                        // for the items of JSON lists
  unsigned threads = 0;                        // parser threads; 0: one per processor
};

using ItemSink = std::function<void(const Item&)>;      // the Item is valid during the call only
using ProblemSink = std::function<void(util::Problem)>; // an unreadable object: skipped, reading continues

} // namespace document
