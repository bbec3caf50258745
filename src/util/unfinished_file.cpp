// SPDX-License-Identifier: Apache-2.0
#include "util/unfinished_file.hpp"

#include <atomic>
#include <unistd.h>

namespace util {

namespace {
std::atomic<const char*> unfinished = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free); // a signal handler may only use it if it is lock-free
} // namespace

void set_unfinished_file(const char* path) noexcept { unfinished = path; }

void remove_unfinished_file() noexcept {
  const char* const path = unfinished.exchange(nullptr);
  if (path != nullptr) { unlink(path); }
}

} // namespace util
