# SPDX-License-Identifier: Apache-2.0
# A file for each filter and what they share, relative to this folder: all that are here.

file(GLOB catalogue CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_LIST_DIR} ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
