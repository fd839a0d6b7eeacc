#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H

// What Swift's own module of the C library leaves out.

#if defined(__linux__)

#include <malloc.h>
#include <sys/epoll.h>

/// How many bytes the C library has given out and not got back, with what it adds to each block.
static inline long bytes_in_use(void) {
  // Large blocks are mapped one by one, and are told apart from the rest.
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

#endif

#endif
