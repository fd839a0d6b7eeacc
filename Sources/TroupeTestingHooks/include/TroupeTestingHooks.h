#ifndef TROUPE_TESTING_HOOKS_H
#define TROUPE_TESTING_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// A reference to a serial executor, as the concurrency runtime passes it.
typedef struct {
  const void *_Nullable identity;
  uintptr_t implementation;
} TroupeExecutor;

/// What decides on the jobs of the process. Each function is called on the thread that enqueues a job, or
/// that makes a task.
typedef struct {
  /// Takes a job that has no executor, or returns false to leave it to the platform.
  bool (*_Nonnull take)(void *_Nonnull job);
  /// Takes a job that starts after so many nanoseconds, or returns false to leave it to the platform.
  bool (*_Nonnull takeAfter)(uint64_t nanoseconds, void *_Nonnull job);
  /// Takes a job that starts at a time of a clock of the concurrency runtime, or returns false.
  bool (*_Nonnull takeAt)(int64_t seconds, int64_t nanoseconds, bool isContinuous, void *_Nonnull job);
  /// Learns of a new task.
  void (*_Nonnull created)(void *_Nonnull task);
  /// Learns of a new task that runs an asynchronous function of a test case, in a run set by `troupe_set_test`.
  void (*_Nonnull createdTest)(const void *_Nonnull run, void *_Nonnull task);
  /// The executor that stands for the main actor's on threads that run a job of a scheduler.
  TroupeExecutor mainExecutor;
} TroupeHooks;

/// The job of a scheduler that a thread runs, as far as the hooks have to know it.
typedef struct TroupeRunningJob {
  /// The scheduler; null on a thread that runs no job of one.
  const void *_Nullable scheduler;
  /// The job in which this one runs.
  const struct TroupeRunningJob *_Nullable outer;
  /// The id of the job's task; 0 if it belongs to none.
  uint64_t task;
  /// The virtual times of the clocks, in nanoseconds.
  int64_t continuousTime, suspendingTime, wallTime;
  /// The state of the generator of random numbers; null leaves them to the system.
  uint64_t *_Nullable randomness;
  /// Whether the code that runs belongs to no scheduler for the moment.
  bool isOutside;
} TroupeRunningJob;

/// Sets the hooks of the concurrency runtime. Returns false, and changes nothing, if the runtime lacks one.
bool troupe_install_hooks(const TroupeHooks *_Nonnull hooks);

/// The job that the current thread runs. The pointer is valid on this thread only.
TroupeRunningJob *_Nonnull troupe_running_job(void);

/// Whether the current thread is making a task, which has no job yet.
bool troupe_is_making_task(void);

/// Says whether there are captured tasks, so that hooks needn't ask when there are none.
void troupe_set_has_captured_tasks(bool has);

/// The task that the current thread runs; null for none.
void *_Nullable troupe_current_task(void);

void troupe_retain(void *_Nonnull object);
void troupe_release(void *_Nonnull object);

/// Sets the scheduler that takes the tasks with which XCTest, on this thread, runs asynchronous functions of a
/// test case, and the run that learns of these tasks. Null leaves them to the platform.
void troupe_set_test(const void *_Nullable scheduler, const void *_Nullable run);

/// Enqueues a job with the platform, to start after so many nanoseconds.
void troupe_enqueue_with_platform(uint64_t nanoseconds, void *_Nonnull job);

/// Whether this is the main thread of the process.
bool troupe_is_main_thread(void);

/// The real time, in nanoseconds.
int64_t troupe_real_time(bool isContinuous);

#if defined(__cplusplus)
}
#endif

#endif
