// SPDX-License-Identifier: Apache-2.0
// A column with one value for each pod or node, in pages that copies share. A new column has one page for all its
// values, a copy costs a pointer for each page, and edit() first copies a page that others share. A run of ten pods in
// a cluster of 150,000 thus costs what it touches, and all runs of an Experiment begin with the same pages.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace engine {

// `page`: values in one page; few of them where a value is big to copy.
template <typename T, std::size_t page = 128>
class PagedColumn {
 public:
  PagedColumn() = default;
  PagedColumn(std::size_t size, const T& initial) : m_size(size) {
    auto first = std::make_shared<Page>();
    first->fill(initial);
    m_pages.assign((size + page - 1) / page, first);
  }

  std::size_t size() const { return m_size; }
  const T& operator[](std::size_t index) const { return (*m_pages[index / page])[index % page]; }

  // The value, to change it. Valid until the column is copied.
  T& edit(std::size_t index) {
    std::shared_ptr<Page>& own = m_pages[index / page];
    if (own.use_count() > 1) {
      own = std::make_shared<Page>(*own);
    } else {
      std::atomic_thread_fence(std::memory_order_acquire); // another thread's last read precedes its release
    }
    return (*own)[index % page];
  }

 private:
  using Page = std::array<T, page>;

  std::vector<std::shared_ptr<Page>> m_pages;
  std::size_t m_size = 0;
};

} // namespace engine
