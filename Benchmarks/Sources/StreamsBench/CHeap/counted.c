#include "counted.h"

__attribute__((noinline)) long run_counted(long (*body)(void *context, long count), void *context, long count) {
  long result = body(context, count);
  // Not a tail call, which would leave this function before the body has run.
  __asm__ volatile("" ::: "memory");
  return result;
}
