#define _GNU_SOURCE
#include "Cores.h"

#ifdef __linux__
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

static cpu_set_t all;

// The process begins before any thread was kept to a core.
__attribute__((constructor)) static void note_cores(void) { sched_getaffinity(0, sizeof all, &all); }

static void allow(const cpu_set_t *cores) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) abort();
  for (struct dirent *entry; (entry = readdir(threads));) {
    // A thread may have ended meanwhile.
    if (entry->d_name[0] != '.') sched_setaffinity(atoi(entry->d_name), sizeof *cores, cores);
  }
  closedir(threads);
}

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
void use_one_core(void) {}
void use_all_cores(void) {}
#endif
