# Precompiled headers and groups of sources: half of the time of a build. A source that lacks an include may compile all the
# same; the preset `clang` (tests/run.sh --all) compiles each source by itself and finds it.

# What most sources include.
set(GANG_STANDARD_HEADERS <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string> <string_view>
  <unordered_map> <utility> <vector>)

# gang_precompile(TARGET HEADER ...): precompiles the standard headers and these, written from the top folder. Headers of the
# project are read in no time beside them, and each change of one would compile all of TARGET anew.
function(gang_precompile target)
  if(KUBECTL_GANG_QUICK)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
    target_precompile_headers(${target} PRIVATE ${GANG_STANDARD_HEADERS} ${ARGN})
  endif()
endfunction()

# gang_group_sources(TARGET): compiles the sources of TARGET in groups of eight, so their unnamed namespaces are one. CMake
# leaves out each source with compile options of its own, and g++ refuses a precompiled header that was made with other
# options; such sources form an object library (gang_part in src/CMakeLists.txt).
function(gang_group_sources target)
  if(KUBECTL_GANG_QUICK)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # To g++ a source within a group is a header, in which a class must not have members of types in unnamed namespaces.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()
