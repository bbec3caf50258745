# Slow tests, and tests that need other builds: tests/run.sh --all. The builds use all cores, so each runs alone.

# gang_nightly(NAME COMMAND ... [PROPERTIES ...])
function(gang_nightly name)
  cmake_parse_arguments(NIGHTLY "" "" "COMMAND;PROPERTIES" ${ARGN})
  gang_check("nightly: ${name}" COMMAND ${NIGHTLY_COMMAND} PROPERTIES LABELS nightly TIMEOUT 5400 ${NIGHTLY_PROPERTIES})
endfunction()

set(release ${PROJECT_SOURCE_DIR}/build/release/src/kubectl-gang)
gang_nightly("release build and tour" COMMAND ${PROJECT_SOURCE_DIR}/examples/run.sh PROPERTIES RUN_SERIAL ON COST 5000 FIXTURES_SETUP release)
gang_nightly("stories, release build" COMMAND ${gang_test_folder}/stories.py --binary ${release} --yaml --jobs 2
  PROPERTIES PROCESSORS 2 FIXTURES_REQUIRED release)
gang_nightly("browser" COMMAND ${gang_test_folder}/browser.py --binary ${gang} --large)
gang_nightly("packages" COMMAND ${gang_test_folder}/packages.py PROPERTIES RUN_SERIAL ON COST 4000)
gang_nightly("fuzzing, 20 seconds for each target" COMMAND ${gang_test_folder}/fuzz/fuzz.sh 20 PROPERTIES RUN_SERIAL ON COST 3000)
gang_nightly("benchmarks compile" COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target all_benchmarks PROPERTIES RUN_SERIAL ON COST 1500)
gang_nightly("clang-tidy" COMMAND ${gang_test_folder}/tools.sh tidy PROPERTIES RUN_SERIAL ON COST 2000)
foreach(first RANGE 1 3751 1250)
  math(EXPR last "${first} + 1249")
  gang_nightly("random, clusters ${first} to ${last}" COMMAND ${gang_test_folder}/properties.py --binary ${gang} --seed ${first} --cases 1250 PROPERTIES COST 100)
endforeach()
foreach(part RANGE 1 4)
  gang_nightly("snapshots, part ${part} of 4" COMMAND ${gang_test_folder}/snapshots.py --binary ${gang} --random 400 --part ${part}/4 --jobs 1 PROPERTIES COST 500)
endforeach()
