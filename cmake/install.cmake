# What is put where, by `cmake --install` and in packages. The parts are CMake's components: `program` is the same
# everywhere, `plain` is the rest of `cmake --install`; what only packages have is in packages.cmake. kubectl finds a plugin by its name on PATH,
# and asks kubectl_complete-gang beside it what TAB can offer; each shell finds the script for kubectl-gang in its own folder.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(gang_docs README.md CHANGELOG.md GLOSSARY.md SECURITY.md NOTICE)
set(gang_zsh ${PROJECT_SOURCE_DIR}/completions/_kubectl-gang)

install(TARGETS kubectl-gang RUNTIME COMPONENT program)
install(PROGRAMS completions/kubectl_complete-gang DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES completions/kubectl-gang.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kubectl-gang COMPONENT program)
install(FILES completions/kubectl-gang.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
# What -o json and -o yaml print, for editors and tests (tests/validate_schema.py).
install(DIRECTORY schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kubectl-gang/schemas COMPONENT program FILES_MATCHING PATTERN "*.json")

# README.md and what its commands are about stand as they do here, so that its paths hold in the folder of the documents.
function(install_documents folder)
  install(FILES ${gang_docs} DESTINATION ${folder} ${ARGN})
  install(DIRECTORY docs DESTINATION ${folder} ${ARGN})
  install(DIRECTORY examples DESTINATION ${folder} ${ARGN} PATTERN run.sh EXCLUDE) # which builds
endfunction()
install_documents(${CMAKE_INSTALL_DOCDIR} COMPONENT program)

install(FILES ${gang_zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT plain)
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT plain FILES_MATCHING PATTERN "*.1")
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT plain FILES_MATCHING PATTERN "*.7")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT plain)
