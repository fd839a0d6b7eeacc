#define _GNU_SOURCE
#include "Cores.h"

#include <stdlib.h>

#ifdef __linux__
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>

static cpu_set_t all;

// What is measured elsewhere than it says is worth nothing.
static void fail(const char *call) {
  perror(call);
  abort();
}

// The process begins before any thread was kept to a core.
__attribute__((constructor)) static void note_cores(void) {
  if (sched_getaffinity(0, sizeof all, &all)) fail("sched_getaffinity");
}

static void allow(const cpu_set_t *cores) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) fail("opendir /proc/self/task");
  for (struct dirent *entry; (entry = readdir(threads));) {
    if (entry->d_name[0] == '.') continue;
    // A thread may have ended meanwhile.
    if (sched_setaffinity(atoi(entry->d_name), sizeof *cores, cores) && errno != ESRCH) fail("sched_setaffinity");
  }
  closedir(threads);
}

bool can_use_one_core(void) { return true; }

void use_one_core(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  int core = 0;
  while (!CPU_ISSET(core, &all)) core++;
  CPU_SET(core, &one);
  allow(&one);
}

void use_all_cores(void) { allow(&all); }
#else
bool can_use_one_core(void) { return false; }
void use_one_core(void) { abort(); }
void use_all_cores(void) { abort(); }
#endif
