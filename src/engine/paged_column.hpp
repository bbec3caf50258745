// SPDX-License-Identifier: Apache-2.0
// A column with one value for each pod or node, in pages that columns share. A new column has one page for all its
// values, a copy costs a pointer for each shared page, and edit() first copies a page that is shared. A run of ten pods
// in a cluster of 150,000 thus costs what it touches, and all runs of an Experiment begin with the same pages.
#pragma once

#include <array>
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
    m_own.assign(m_pages.size(), nullptr);
  }
  PagedColumn(const PagedColumn& other)
      : m_pages(other.m_pages), m_own(other.m_own.size(), nullptr), m_size(other.m_size) {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
      if (other.m_own[i] != nullptr) { m_pages[i] = std::make_shared<Page>(*other.m_pages[i]); }
    }
  }
  PagedColumn(PagedColumn&& other) noexcept = default;
  PagedColumn& operator=(const PagedColumn& other) { return *this = PagedColumn(other); }
  PagedColumn& operator=(PagedColumn&& other) noexcept = default;
  ~PagedColumn() = default;

  std::size_t size() const { return m_size; }
  const T& operator[](std::size_t index) const { return (*m_pages[index / page])[index % page]; }

  // The value, to change it. The first call copies its page, and ends references into it.
  T& edit(std::size_t index) {
    Page*& own = m_own[index / page];
    if (own == nullptr) {
      m_pages[index / page] = std::make_shared<Page>(*m_pages[index / page]);
      own = m_pages[index / page].get();
    }
    return (*own)[index % page];
  }

  // Makes all pages shared, so that copies cost little. Call it once a column is complete.
  void share() { m_own.assign(m_pages.size(), nullptr); }

 private:
  using Page = std::array<T, page>;

  std::vector<std::shared_ptr<Page>> m_pages; // a shared page never changes
  std::vector<Page*> m_own;                   // the pages that no other column has, else null
  std::size_t m_size = 0;
};

} // namespace engine
