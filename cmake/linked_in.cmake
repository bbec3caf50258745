# One program for distributions other than the build machine's. It links in every library that it can, because other distributions
# lack them or have other versions. The program loads libcurl at run time in every build (src/kube/http/curl_library.hpp). Only
# libc, libm and libgcc_s stay dynamic; every distribution with glibc has them. libgcc_s stays dynamic on purpose: its archive needs
# _dl_find_object from glibc 2.35, and all other code needs at most 2.34.
set(KUBECTL_GANG_SIMDJSON_SOURCE "" CACHE PATH "simdjson.h and simdjson.cpp: Debian has no archive of simdjson (packaging/simdjson.sh)")
if(NOT EXISTS ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.cpp)
  message(FATAL_ERROR "KUBECTL_GANG_PORTABLE needs the source of simdjson: run packaging/simdjson.sh, "
    "or let KUBECTL_GANG_SIMDJSON_SOURCE name a folder with simdjson.h and simdjson.cpp")
endif()
file(STRINGS ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.h simdjson_version REGEX "define SIMDJSON_VERSION ")
string(REGEX REPLACE "[^0-9.]" "" simdjson_VERSION "${simdjson_version}")
add_library(gang_simdjson STATIC ${KUBECTL_GANG_SIMDJSON_SOURCE}/simdjson.cpp)
target_include_directories(gang_simdjson SYSTEM PUBLIC ${KUBECTL_GANG_SIMDJSON_SOURCE})
target_compile_options(gang_simdjson PRIVATE -w) # third-party code
add_library(simdjson::simdjson ALIAS gang_simdjson)

# Debian has no archive of fmt either; fmt also works as headers alone.
set(GANG_FMT fmt::fmt-header-only)

find_library(YAML_CPP_ARCHIVE libyaml-cpp.a REQUIRED)
add_library(gang_yaml_cpp STATIC IMPORTED)
set_target_properties(gang_yaml_cpp PROPERTIES IMPORTED_LOCATION ${YAML_CPP_ARCHIVE})
set(GANG_YAML_CPP gang_yaml_cpp)

set(ZLIB_USE_STATIC_LIBS ON)
find_package(ZLIB REQUIRED)
find_library(ZSTD_LIBRARY libzstd.a REQUIRED)

# Every build gives the same bytes, without unused functions. packaging/sbom.py reads from the map which libraries were linked in.
add_compile_options(-ffile-prefix-map=${PROJECT_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
  -ffunction-sections -fdata-sections)
add_link_options(-static-libstdc++ -Wl,--gc-sections,--strip-all,--build-id=sha1,-Map=${PROJECT_BINARY_DIR}/kubectl-gang.map)
