# Precompiled headers and groups of sources halve the time of a build. They can hide a missing include; tests/alone.py
# (tests/run.sh --all) parses each source of src/ by itself and finds it.
#
# Large structs define their constructors, assignments and destructor in a .cpp file. Inline, each file that copies or destroys such
# a struct compiled the functions of all its vectors again. That was half of the functions in an engine test.

# Headers that most sources include.
set(GANG_STANDARD_HEADERS <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
  <unordered_map> <utility> <vector>)

# gang_precompile(TARGET HEADER ...): precompiles the standard headers and these; paths start at the top folder. List a header of
# the project only in tests: a change of it recompiles all of TARGET. Targets with the same headers and compile options share the
# result; all options of TARGET must be set before the call.
function(gang_precompile target)
  if(NOT KUBECTL_GANG_QUICK)
    return()
  endif()
  get_target_property(options ${target} COMPILE_OPTIONS)
  string(SHA1 key "${options};${ARGN}")
  get_property(first GLOBAL PROPERTY GANG_PRECOMPILED_${key})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY GANG_PRECOMPILED_${key} ${target})
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
    target_precompile_headers(${target} PRIVATE ${GANG_STANDARD_HEADERS} ${ARGN})
  endif()
endfunction()

# gang_group_sources(TARGET SIZE): compiles the sources of TARGET in groups of SIZE, so a group shares its unnamed namespaces. CMake
# leaves out each source with compile options of its own. g++ refuses a precompiled header built with other options. Such sources
# form an object library (gang_part in src/CMakeLists.txt).
function(gang_group_sources target size)
  if(KUBECTL_GANG_QUICK)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    # g++ treats a source within a group as a header, where a class must not have members of types in unnamed namespaces.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    # A group needs less than 1 GB. With that much at once, g++ spends no time on freeing memory: 15 % of a large group's time.
    target_compile_options(${target} PRIVATE
      "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-expand=1000 --param ggc-min-heapsize=1000000>")
  endif()
endfunction()
