#pragma once
#include <stddef.h>

/// The bytes of the heap that are in use now, over all arenas. Swift's Glibc module leaves out <malloc.h>.
size_t live_heap_bytes(void);

/// Begins to count allocations, from zero. Other threads' are counted, too.
void begin_counting_allocations(void);

/// Ends counting. The number of allocations since the beginning; -1 where they cannot be counted.
long end_counting_allocations(void);
