#include "AllocationCounter.h"

#if defined(__GLIBC__) || defined(__linux__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

// The C library's own functions, behind the ones that this file puts in front of them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

long bytes_in_use(void) {
  // Large blocks are mapped one by one, and are told apart from the rest.
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

long resident_bytes(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return -1;
  long pages = -1;
  int found = fscanf(file, "%*s %ld", &pages);
  fclose(file);
  return found == 1 ? pages * sysconf(_SC_PAGESIZE) : -1;
}

#else

long allocation_count(void) { return -1; }

long bytes_in_use(void) { return -1; }

long resident_bytes(void) { return -1; }

#endif
