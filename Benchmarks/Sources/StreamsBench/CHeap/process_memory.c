#include "heap.h"

#if defined(__linux__)
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Without the heap, whose growth is what is measured.
static long status(const char *key) {
  static char text[8192];
  int file = open("/proc/self/status", O_RDONLY);
  if (file < 0) return -1;
  ssize_t length = read(file, text, sizeof(text) - 1);
  close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  const char *line = strstr(text, key);
  return line ? strtol(line + strlen(key), NULL, 10) : -1;
}

static long bytes(long kilobytes) { return kilobytes < 0 ? -1 : 1024 * kilobytes; }

long resident_bytes(void) { return bytes(status("\nVmRSS:")); }

long peak_resident_bytes(void) { return bytes(status("\nVmHWM:")); }

long thread_count(void) { return status("\nThreads:"); }

int forget_peak(void) {
  int file = open("/proc/self/clear_refs", O_WRONLY);
  if (file < 0) return 0;
  ssize_t written = write(file, "5", 1);
  close(file);
  return written == 1;
}
#else
long resident_bytes(void) { return -1; }
long peak_resident_bytes(void) { return -1; }
int forget_peak(void) { return 0; }
long thread_count(void) { return -1; }
#endif

#if defined(__GLIBC__)
void release_free_memory(void) { malloc_trim(0); }
#else
void release_free_memory(void) {}
#endif
