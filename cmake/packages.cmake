# Packages that `cpack` builds from the preset `package`: a .deb, an .rpm and an archive. Each has its own component in addition to
# `program` (install.cmake). packaging/build.sh adds the rest of a release.
set(KUBECTL_GANG_HOMEPAGE "https://kubectl-gang.example.org" CACHE STRING "The project's page, as packages name it")
set(KUBECTL_GANG_CONTACT "kubectl gang developers <maintainers@kubectl-gang.example.org>" CACHE STRING "Whom packages name as maintainer")
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(made ${PROJECT_BINARY_DIR}/made_for_packages)

# Date of every file in a package: SOURCE_DATE_EPOCH, or else the date of the last commit. string(TIMESTAMP) uses it, and so do the
# packagers, through cpack.cmake.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT date)
    message(FATAL_ERROR "The date of a package is that of the last commit, and this is no git repository: set SOURCE_DATE_EPOCH")
  endif()
  set(ENV{SOURCE_DATE_EPOCH} ${date})
endif()
set(SOURCE_DATE_EPOCH $ENV{SOURCE_DATE_EPOCH})
string(TIMESTAMP CHANGELOG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(RELEASE 1) # revision of the packaging

# gzipped(OUTPUT SOURCE): compresses SOURCE without its name and date, which differ between builds.
set(gang_gzipped "")
function(gzipped output source)
  add_custom_command(OUTPUT ${output} COMMAND gzip -9nc ${source} > ${output} DEPENDS ${source} VERBATIM)
  set(gang_gzipped ${gang_gzipped} ${output} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${made}/man)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/man/*.[17])
foreach(page ${pages})
  get_filename_component(name ${page} NAME)
  gzipped(${made}/man/${name}.gz ${page})
endforeach()
configure_file(${packaging}/changelog.in ${made}/changelog @ONLY)
gzipped(${made}/changelog.Debian.gz ${made}/changelog)
add_custom_target(gang_packages ALL DEPENDS ${gang_gzipped})

# Every package contains the licences of the libraries that are linked in.
file(READ ${packaging}/linked-in.copyright LINKED_IN)
configure_file(${packaging}/copyright.in ${made}/copyright @ONLY)
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
file(READ ${packaging}/linked-in.intro intro)
file(WRITE ${made}/LICENSE "${licence}\n${intro}\n${LINKED_IN}")

function(install_pages component)
  install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component} EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.1.gz")
  install(DIRECTORY ${made}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT ${component} EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.7.gz")
endfunction()

# Debian's zsh reads another folder than other distributions. Debian packages use their own names for copyright and changelog.
install_pages(debian)
install(FILES ${gang_zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${made}/copyright ${made}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${packaging}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME kubectl-gang
  COMPONENT debian EXCLUDE_FROM_ALL)

install_pages(rpm)
install(FILES ${gang_zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT rpm EXCLUDE_FROM_ALL)
install(FILES ${made}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/kubectl-gang COMPONENT rpm EXCLUDE_FROM_ALL)

# The archive: all files in one folder, for users to look at and copy from.
install(TARGETS kubectl-gang RUNTIME DESTINATION . COMPONENT archive EXCLUDE_FROM_ALL)
install(FILES ${made}/LICENSE DESTINATION . COMPONENT archive EXCLUDE_FROM_ALL)
install(DIRECTORY man schemas DESTINATION . COMPONENT archive EXCLUDE_FROM_ALL)
install(DIRECTORY completions DESTINATION . COMPONENT archive EXCLUDE_FROM_ALL PATTERN kubectl_complete-gang EXCLUDE)
install(PROGRAMS completions/kubectl_complete-gang DESTINATION completions COMPONENT archive EXCLUDE_FROM_ALL)
install_documents(. COMPONENT archive EXCLUDE_FROM_ALL)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(architecture amd64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(architecture arm64)
else()
  set(architecture ${CMAKE_SYSTEM_PROCESSOR})
endif()

set(CPACK_GENERATOR DEB RPM TGZ)
set(CPACK_PROJECT_CONFIG_FILE ${made}/cpack.cmake)
configure_file(${packaging}/cpack.cmake.in ${made}/cpack.cmake @ONLY)
set(CPACK_PACKAGE_NAME kubectl-gang)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${KUBECTL_GANG_CONTACT}")
set(CPACK_PACKAGE_VENDOR "kubectl gang developers")
set(CPACK_PACKAGE_HOMEPAGE_URL "${KUBECTL_GANG_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explain and predict gang scheduling on Kubernetes")
set(CPACK_PACKAGE_DESCRIPTION "Some pods are only useful together: the workers of a training run, the ranks of
an MPI job. This plugin of kubectl explains why such a group (a gang) is
pending and predicts whether a job would start, by running the scheduler's own
rules on a picture of the cluster, live or saved.
.
It reads Coscheduling's PodGroups, the native groups of Kubernetes, Volcano,
Kueue and others, says what would let a group start, and proves what cannot.")
set(CPACK_RESOURCE_FILE_LICENSE ${made}/LICENSE)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_THREADS 1)
set(CPACK_PRE_BUILD_SCRIPTS ${packaging}/same_dates.cmake)

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_FILE_NAME kubectl-gang-${PROJECT_VERSION}-linux-${architecture})
set(CPACK_ARCHIVE_UID 0)
set(CPACK_ARCHIVE_GID 0)

# The program loads libcurl only to read a live cluster, so libcurl is a recommended package. Without it, questions about files
# still work, and a question about a cluster names the missing package.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${RELEASE})
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4 (>= 7.80)")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "kubectl | kubernetes-client")

set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE ${RELEASE})
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0 AND BSD-3-Clause AND MIT AND Zlib AND GPL-3.0-or-later WITH GCC-exception-3.1")
set(CPACK_RPM_PACKAGE_GROUP "Applications/System")
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_COMPRESSION_TYPE gzip)
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr /usr/bin /usr/share /usr/share/man /usr/share/man/man1 /usr/share/man/man7 /usr/share/doc
  /usr/share/licenses /usr/share/bash-completion /usr/share/bash-completion/completions /usr/share/fish /usr/share/fish/vendor_completions.d
  /usr/share/zsh /usr/share/zsh/site-functions)
set(CPACK_RPM_USER_FILELIST "%license /usr/share/licenses/kubectl-gang/LICENSE")
# These settings give the same bytes on every machine and at any time. CPack has no setting for recommendations of an .rpm, so this
# adds the line. It names libcurl by its soname, because each distribution calls the package otherwise.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _buildhost localhost
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none
Recommends: libcurl.so.4()(64bit)")
include(CPack)
