// SPDX-License-Identifier: Apache-2.0
// A list in pages that copies share. A copy costs a pointer for each page, and a change copies one page, so a cluster
// of 150,000 pods with one pod changed costs what it changes.
//
// Access through a list that is not const first copies the element's page if another list shares it. This ends
// references into the page and costs time, so read through a const list.
#pragma once

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace model {

// `page`: elements in one page, a power of two.
template <typename T, std::size_t page = 128>
class SharedList {
  template <bool is_const>
  class Iterator;

 public:
  using value_type = T;
  using iterator = Iterator<false>;
  using const_iterator = Iterator<true>;

  SharedList() = default;
  // Both lists then share all pages; each copies a page before it changes it.
  SharedList(const SharedList& other) : m_pages(other.m_pages), m_first(other.m_first), m_size(other.m_size) {
    m_is_own.assign(m_pages.size(), false);
    other.m_is_lent.store(true, std::memory_order_relaxed);
  }
  SharedList(SharedList&& other) noexcept { swap(other); }
  SharedList& operator=(SharedList other) noexcept {
    swap(other);
    return *this;
  }
  ~SharedList() = default;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const T& operator[](std::size_t index) const { return m_first[index / page][index % page]; }
  T& operator[](std::size_t index) { return own(index / page)[index % page]; }
  const T& at(std::size_t index) const { return (*this)[checked(index)]; } // throws if there is no such element
  T& at(std::size_t index) { return (*this)[checked(index)]; }
  const T& front() const { return (*this)[0]; }
  T& front() { return (*this)[0]; }
  T& back() { return (*this)[m_size - 1]; }

  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, m_size}; }
  iterator begin() { return {this, 0}; }
  iterator end() { return {this, m_size}; }

  void push_back(T element) { emplace_back(std::move(element)); }
  template <typename... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (m_size % page == 0) {
      m_pages.push_back(std::make_shared<Page>());
      m_first.push_back(nullptr);
      m_is_own.push_back(true);
      if (m_size != 0) { m_pages.back()->reserve(page); }
    }
    own(m_pages.size() - 1);
    Page& last = *m_pages.back();
    T& made = last.emplace_back(std::forward<Arguments>(arguments)...);
    m_first.back() = last.data();
    ++m_size;
    return made;
  }

  void resize(std::size_t size) { // only to fewer elements
    m_size = size;
    m_pages.resize((size + page - 1) / page);
    m_first.resize(m_pages.size());
    m_is_own.resize(m_pages.size());
    if (size % page == 0) { return; }
    own(m_pages.size() - 1);
    m_pages.back()->erase(m_pages.back()->begin() + static_cast<std::ptrdiff_t>(size % page), m_pages.back()->end());
  }

  // The index of an element of this list.
  std::size_t index_of(const T& element) const {
    for (std::size_t i = 0; i < m_first.size(); ++i) {
      const bool is_before = std::less<>()(&element, m_first[i]);
      if (!is_before && std::less<>()(&element, m_first[i] + m_pages[i]->size())) {
        return i * page + static_cast<std::size_t>(&element - m_first[i]);
      }
    }
    return m_size;
  }

  template <typename Predicate>
  friend void erase_if(SharedList& list, Predicate goes) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (goes(std::as_const(list)[i])) { continue; }
      if (kept != i) { list[kept] = std::move(list[i]); }
      ++kept;
    }
    list.resize(kept);
  }

 private:
  using Page = std::vector<T>;

  std::size_t checked(std::size_t index) const {
    if (index >= m_size) { throw std::out_of_range("SharedList::at"); }
    return index;
  }

  // The first element of a page that no other list shares.
  T* own(std::size_t index) {
    if (m_is_lent.load(std::memory_order_relaxed)) {
      m_is_own.assign(m_pages.size(), false);
      m_is_lent.store(false, std::memory_order_relaxed);
    }
    if (!m_is_own[index]) {
      m_pages[index] = std::make_shared<Page>(*m_pages[index]);
      m_first[index] = m_pages[index]->data();
      m_is_own[index] = true;
    }
    return m_first[index];
  }

  void swap(SharedList& other) noexcept {
    m_pages.swap(other.m_pages);
    m_first.swap(other.m_first);
    m_is_own.swap(other.m_is_own);
    std::swap(m_size, other.m_size);
    const bool is_lent = m_is_lent.load(std::memory_order_relaxed);
    m_is_lent.store(other.m_is_lent.load(std::memory_order_relaxed), std::memory_order_relaxed);
    other.m_is_lent.store(is_lent, std::memory_order_relaxed);
  }

  std::vector<std::shared_ptr<Page>> m_pages;
  std::vector<T*> m_first;    // by page: its first element
  std::vector<char> m_is_own; // by page: no other list shares it, unless m_is_lent
  std::size_t m_size = 0;
  mutable std::atomic<bool> m_is_lent = false; // a copy shares all pages; copies may be made on several threads

  template <bool is_const>
  class Iterator {
    using List = std::conditional_t<is_const, const SharedList, SharedList>;

   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = std::conditional_t<is_const, const T&, T&>;
    using pointer = std::conditional_t<is_const, const T*, T*>;

    Iterator() = default;
    Iterator(List* list, std::size_t index) : m_list(list), m_index(static_cast<difference_type>(index)) {}

    reference operator*() const { return (*m_list)[static_cast<std::size_t>(m_index)]; }
    pointer operator->() const { return &**this; }
    reference operator[](difference_type by) const { return *(*this + by); }
    Iterator& operator+=(difference_type by) {
      m_index += by;
      return *this;
    }
    Iterator& operator-=(difference_type by) { return *this += -by; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this -= 1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator operator--(int) { return std::exchange(*this, *this - 1); }
    friend Iterator operator+(Iterator it, difference_type by) { return it += by; }
    friend Iterator operator+(difference_type by, Iterator it) { return it += by; }
    friend Iterator operator-(Iterator it, difference_type by) { return it -= by; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) { return a.m_index - b.m_index; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_index == b.m_index; }
    friend std::strong_ordering operator<=>(const Iterator& a, const Iterator& b) { return a.m_index <=> b.m_index; }

   private:
    List* m_list = nullptr;
    difference_type m_index = 0;
  };
};

} // namespace model
