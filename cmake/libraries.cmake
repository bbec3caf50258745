# Libraries of the project; the versions of Debian 12 are the minimum. One module links each of them (ARCHITECTURE.md). With
# KUBECTL_GANG_PORTABLE the modules get the same libraries in another form: linked_in.cmake.
find_package(CLI11 2.1 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)
find_package(CURL 7.88 REQUIRED)
find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)

# yaml-cpp names its target yaml-cpp (0.7) or yaml-cpp::yaml-cpp (0.8).
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

if(KUBECTL_GANG_PORTABLE)
  include(${CMAKE_CURRENT_LIST_DIR}/linked_in.cmake)
else()
  find_package(simdjson 3.0 REQUIRED)
  find_package(ZLIB REQUIRED)
  find_library(ZSTD_LIBRARY zstd REQUIRED)
  set(GANG_FMT fmt::fmt)
  set(GANG_YAML_CPP yaml-cpp::yaml-cpp)
endif()
