# Tests of the whole program by its answers, as users get them. tests/commands tests the process.

# Stories, one test each, and the documents at the top.
file(GLOB stories CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/examples/*/commands)
foreach(commands IN LISTS stories)
  get_filename_component(story ${commands} DIRECTORY)
  gang_check("story: ${story}" COMMAND ${gang_test_folder}/stories.py --binary ${gang} --jobs 1 ${story} PROPERTIES COST 20)
endforeach()
set_tests_properties("story: 15-real-cluster" PROPERTIES COST 200) # 1,523 nodes
file(GLOB documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/docs/*.md)
foreach(document README.md ARCHITECTURE.md GLOSSARY.md CONTRIBUTING.md ${documents})
  gang_check("documentation: ${document}" COMMAND ${gang_test_folder}/stories.py --binary ${gang} --document ${document} PROPERTIES LABELS once)
endforeach()

# The expected answer, from the rule: workloads, queues, schedulers, inputs, admission.
gang_check("program: no Yes without the rule behind it" COMMAND ${gang_test_folder}/trust.py --binary ${gang} --jobs 1 PROPERTIES LABELS once COST 100)
gang_check("program: no Yes from a snapshot without the rule behind it" COMMAND ${gang_test_folder}/trust.py --binary ${gang} --jobs 1 --saved --every 5
  PROPERTIES LABELS once COST 40)
gang_check("program: no Yes from an API server without the rule behind it" COMMAND ${gang_test_folder}/trust.py --binary ${gang} --jobs 1 --served --every 20
  PROPERTIES LABELS once COST 30)

# Random clusters, and properties of every answer that counting gives.
foreach(first RANGE 1 151 50)
  math(EXPR last "${first} + 49")
  gang_check("random: clusters ${first} to ${last}" COMMAND ${gang_test_folder}/properties.py --binary ${gang} --seed ${first} --cases 50)
endforeach()

# Snapshots answer like the cluster. The parts together are all small clusters of recordings and stories, or a share of them.
foreach(part RANGE 1 6)
  gang_check("snapshots: part ${part} of 6" COMMAND ${gang_test_folder}/snapshots.py --binary ${gang} --random 10 --share 6 --part ${part}/6 --jobs 1
    PROPERTIES LABELS once COST 30)
endforeach()

# The same bytes for every way of computation.
foreach(part RANGE 1 4)
  gang_check("same bytes: clusters of the real scheduler, part ${part} of 4" COMMAND ${gang_test_folder}/same_bytes.py --binary ${gang} --classes ${part}/4
    PROPERTIES LABELS once COST 30)
endforeach()
gang_check("same bytes: queues of many groups" COMMAND ${gang_test_folder}/same_bytes.py --binary ${gang} --queues 601-604 PROPERTIES LABELS once COST 5)
gang_check("same bytes: large files on several threads" COMMAND ${gang_test_folder}/same_bytes.py --binary ${gang} --threads PROPERTIES LABELS slow COST 100)
