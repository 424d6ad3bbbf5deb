// SPDX-License-Identifier: Apache-2.0
// Tells whether AddressSanitizer is on, the same way for g++ and clang: CUDA_ON_CPU_ASAN. A source that is not
// sanitized itself, in a program that is, has it defined by its build.
#pragma once

#if defined(CUDA_ON_CPU_ASAN)
#elif defined(__SANITIZE_ADDRESS__)
#define CUDA_ON_CPU_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUDA_ON_CPU_ASAN 1
#endif
#endif

#ifdef CUDA_ON_CPU_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif
