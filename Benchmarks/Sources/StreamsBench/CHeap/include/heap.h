#pragma once
#include <stddef.h>

/// The bytes of the heap that are in use now, over all arenas. Swift's Glibc module leaves out <malloc.h>.
size_t live_heap_bytes(void);
