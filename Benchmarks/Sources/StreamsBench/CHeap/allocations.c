// Counts allocations by taking the place of the C library's functions: those of the Swift runtime's objects and buffers end
// in them, too. glibc allows it: a program's own `malloc` is used by all of the process.
#include "heap.h"
#include <stdlib.h>

#if defined(__GLIBC__)
#include <errno.h>
#include <stdatomic.h>

static atomic_bool is_counting;
static atomic_long allocations;

// Where nothing is counted, an allocation costs one load and one branch more.
static inline void count(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  }
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void begin_counting_allocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&is_counting, 1);
}

long end_counting_allocations(void) {
  atomic_store(&is_counting, 0);
  return atomic_load(&allocations);
}
#else
void begin_counting_allocations(void) {}
long end_counting_allocations(void) { return -1; }
#endif
