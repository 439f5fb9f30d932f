#pragma once
#include <stddef.h>

/// The bytes of the heap that are in use now, over all arenas. Swift's Glibc module leaves out <malloc.h>.
size_t live_heap_bytes(void);

/// Begins to count allocations, from zero. Other threads' are counted, too.
void begin_counting_allocations(void);

/// Ends counting. The number of allocations since the beginning; -1 where they cannot be counted.
long end_counting_allocations(void);

/// The bytes of this process that are in memory now; -1 where the system does not say.
long resident_bytes(void);

/// The most that have been in memory since `forget_peak`; -1 where the system does not say.
long peak_resident_bytes(void);

/// Begins anew to note the most that are in memory. Whether the system can.
int forget_peak(void);

/// The threads of this process; -1 where the system does not say.
long thread_count(void);

/// Gives free memory of the heap back to the system, where the C library can.
void release_free_memory(void);
