#ifndef TROUPE_TESTING_HOOKS_H
#define TROUPE_TESTING_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// A reference to a serial executor, as the concurrency runtime passes it.
typedef struct {
  const void *_Nullable identity;
  uintptr_t implementation;
} TroupeExecutor;

/// The functions to which the hooks pass the process's jobs and tasks. Each function is called on the thread
/// that enqueues the job or creates the task.
typedef struct {
  /// Takes a job that has no executor. Returns false to leave the job to the platform.
  bool (*_Nonnull take)(void *_Nonnull job);
  /// Takes a job that starts after a delay. Returns false to leave the job to the platform.
  bool (*_Nonnull takeAfter)(uint64_t nanoseconds, void *_Nonnull job);
  /// Takes a job that starts at a time on one of the concurrency runtime's clocks. Returns false to leave the
  /// job to the platform.
  bool (*_Nonnull takeAt)(int64_t seconds, int64_t nanoseconds, bool isContinuous, void *_Nonnull job);
  /// Records a new task.
  void (*_Nonnull created)(void *_Nonnull task);
  /// Records a new task that runs an asynchronous function of a test case, and takes the task's first job; null
  /// if the job has an executor. `troupe_set_test` has set the run.
  void (*_Nonnull createdTest)(const void *_Nonnull run, void *_Nonnull task, void *_Nullable job);
  /// The executor that replaces the main actor's executor on threads that run a scheduler's job.
  TroupeExecutor mainExecutor;
} TroupeHooks;

/// The properties of a scheduler's running job that the hooks need. Each thread has a value of this type.
typedef struct TroupeRunningJob {
  /// The scheduler; null if the thread isn't running a scheduler's job.
  const void *_Nullable scheduler;
  /// The job inside which this job runs; null if there is none.
  const struct TroupeRunningJob *_Nullable outer;
  /// The id of the job's task; 0 if the job belongs to no task.
  uint64_t task;
  /// The virtual times of the clocks, in nanoseconds.
  int64_t continuousTime, suspendingTime, wallTime;
  /// The state of the random number generator. If it is null, the system generates the random numbers.
  uint64_t *_Nullable randomness;
  /// The number of the simulated process to which the job belongs; 0 for the test.
  int32_t process;
  /// Whether the running code belongs to `process` even if its task belongs to another process.
  bool isProcessForced;
  /// Whether the running code temporarily belongs to no scheduler.
  bool isOutside;
} TroupeRunningJob;

/// Sets the concurrency runtime's hooks. If the runtime lacks a hook, or if another tool has already set one of
/// the hooks, the function sets no hook and returns false.
bool troupe_install_hooks(const TroupeHooks *_Nonnull hooks);

/// Returns the job that the current thread is running. The pointer is valid only on this thread.
TroupeRunningJob *_Nonnull troupe_running_job(void);

/// Returns whether the current thread is creating a task that isn't recorded yet.
bool troupe_is_making_task(void);

/// Sets whether the current thread is creating a task that isn't recorded yet. If the task is recorded when it
/// is first enqueued, `created` isn't called.
void troupe_set_is_making_task(bool is);

/// Sets whether there are captured tasks. If there are none, the hooks leave jobs that are enqueued outside a
/// scheduler to the platform without a further check.
void troupe_set_has_captured_tasks(bool has);

/// Returns the task that the current thread is running; null if there is none.
void *_Nullable troupe_current_task(void);

void troupe_retain(void *_Nonnull object);
void troupe_release(void *_Nonnull object);

/// Returns the number of strong references to an object.
size_t troupe_retain_count(void *_Nonnull object);

/// Cancels a task.
void troupe_cancel_task(void *_Nonnull task);

/// Sets the scheduler that captures the tasks with which XCTest, on this thread, runs asynchronous functions of
/// a test case, and the run that records these tasks. Null leaves the tasks to the platform.
void troupe_set_test(const void *_Nullable scheduler, const void *_Nullable run);

/// Passes a job to the platform, which starts the job after the delay.
void troupe_enqueue_with_platform(uint64_t nanoseconds, void *_Nonnull job);

/// Returns whether the current thread is the process's main thread.
bool troupe_is_main_thread(void);

/// Returns the real time in nanoseconds, on the system's continuous or suspending clock.
int64_t troupe_real_time(bool isContinuous);

#if defined(__cplusplus)
}
#endif

#endif
