# One program for other distributions than the one that it is built on: every library that can be is linked into it, for
# elsewhere they are absent or have other versions. libcurl is loaded late in any case (src/kube/http/curl_library.hpp). What
# stays are libc, libm and libgcc_s, which every distribution with glibc has. libgcc_s is among them on purpose: its
# archive asks for _dl_find_object, that is glibc 2.35, and all the rest for no more than 2.34.
set(KUBECTL_GANG_SIMDJSON_SOURCE "" CACHE PATH "simdjson.h and simdjson.cpp: Debian has no archive of simdjson (packaging/simdjson.sh)")
if(NOT EXISTS ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.cpp)
  message(FATAL_ERROR "KUBECTL_GANG_PORTABLE needs the source of simdjson: run packaging/simdjson.sh, "
    "or let KUBECTL_GANG_SIMDJSON_SOURCE name a folder with simdjson.h and simdjson.cpp")
endif()
file(STRINGS ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.h simdjson_version REGEX "define SIMDJSON_VERSION ")
string(REGEX REPLACE "[^0-9.]" "" simdjson_VERSION "${simdjson_version}")
add_library(gang_simdjson STATIC ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.cpp)
target_include_directories(gang_simdjson SYSTEM PUBLIC ${KUBECTL_GANG_SIMDJSON_SOURCE})
target_compile_options(gang_simdjson PRIVATE -w) # not ours to warn about
add_library(simdjson::simdjson ALIAS gang_simdjson)

# fmt has no archive there either, and is as well made of headers alone.
set(GANG_FMT fmt::fmt-header-only)

find_library(YAML_CPP_ARCHIVE libyaml-cpp.a REQUIRED)
add_library(gang_yaml_cpp STATIC IMPORTED)
set_target_properties(gang_yaml_cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_ARCHIVE})
set(GANG_YAML_CPP gang_yaml_cpp)

set(ZLIB_USE_STATIC_LIBS ON)
find_package(ZLIB REQUIRED)
find_library(ZSTD_LIBRARY libzstd.a REQUIRED)

# The same bytes wherever it is built, and nothing in them that nobody calls. The map tells packaging/sbom.py what was
# linked in.
add_compile_options(-ffile-prefix-map=${PROJECT_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
  -ffunction-sections -fdata-sections)
add_link_options(-static-libstdc++ -Wl,--gc-sections,--strip-all,--build-id=sha1,-Map=${PROJECT_BINARY_DIR}/kubectl-gang.map)
