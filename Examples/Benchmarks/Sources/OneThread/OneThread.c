#define _GNU_SOURCE
#include "OneThread.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Job Job;

/// `SerialExecutorRef` of the runtime; zeros stand for its own pool.
typedef struct {
  void *identity;
  uintptr_t implementation;
} Executor;

#define SWIFT __attribute__((swiftcall))

extern SWIFT void swift_job_run(Job *job, Executor executor);

static struct {
  Job **jobs;
  // A power of two.
  size_t capacity;
  size_t first;
  size_t count;
} queue;

static SWIFT void enqueue(Job *job, SWIFT void (*original)(Job *)) {
  if (queue.count == queue.capacity) {
    size_t capacity = queue.capacity ? queue.capacity * 2 : 4096;
    Job **jobs = malloc(capacity * sizeof *jobs);
    if (!jobs) abort();
    for (size_t index = 0; index < queue.count; index++) jobs[index] = queue.jobs[(queue.first + index) & (queue.capacity - 1)];
    free(queue.jobs);
    queue.jobs = jobs;
    queue.capacity = capacity;
    queue.first = 0;
  }
  queue.jobs[(queue.first + queue.count++) & (queue.capacity - 1)] = job;
}

static SWIFT void enqueue_after(unsigned long long delay, Job *job, SWIFT void (*original)(unsigned long long, Job *)) {}

static SWIFT void enqueue_at(
  long long seconds, long long nanoseconds, long long toleranceSeconds, long long toleranceNanoseconds, int clock, Job *job,
  SWIFT void (*original)(long long, long long, long long, long long, int, Job *)
) {}

// Where such a hook is set, the runtime calls it instead of its own function, which it passes along. The address is looked up, as
// the linker would give the program a copy of the variable, at which the runtime doesn't look.
static void set(const char *hook, void *function) {
  void **variable = dlsym(RTLD_DEFAULT, hook);
  if (!variable) {
    fprintf(stderr, "The concurrency runtime has no %s.\n", hook);
    exit(1);
  }
  *variable = function;
}

void take_jobs(void) {
  set("swift_task_enqueueGlobal_hook", enqueue);
  set("swift_task_enqueueGlobalWithDelay_hook", enqueue_after);
  set("swift_task_enqueueGlobalWithDeadline_hook", enqueue_at);
}

void run_jobs(void) {
  while (queue.count) {
    Job *job = queue.jobs[queue.first];
    queue.first = (queue.first + 1) & (queue.capacity - 1);
    queue.count--;
    swift_job_run(job, (Executor){0});
  }
}
