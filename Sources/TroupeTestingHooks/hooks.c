// The hooks of Swift's concurrency runtime, and the clocks and random numbers of code that a scheduler runs.
//
// This code is in C because the hooks are C functions with Swift's calling convention, and because the code
// needs thread-local variables, which Swift doesn't have. All decisions are made in `Capture`.

#define _GNU_SOURCE
#include "TroupeTestingHooks.h"

static _Thread_local TroupeRunningJob running_job;

TroupeRunningJob *troupe_running_job(void) { return &running_job; }

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))

/// A function that replaces another library's function. The definition is weak, so that a program can have a
/// definition of its own.
#define REPLACEMENT __attribute__((weak, visibility("default")))

// The thread sanitizer and the address sanitizer have weak definitions of some functions, too. A strong
// definition takes precedence over theirs.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define REPLACEMENT_IN_SANITIZERS __attribute__((visibility("default")))
#else
#define REPLACEMENT_IN_SANITIZERS REPLACEMENT
#endif

// The replaced functions are called before the sanitizers are ready, and the thread sanitizer doesn't see that
// the concurrency runtime reads its hooks only after they were set.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

static TroupeHooks hooks;
static _Atomic bool has_captured_tasks;
static _Thread_local bool is_making_task;
/// Whether XCTest is creating a task that runs a function of a test case, and the first job of this task.
static _Thread_local bool is_making_test;
static _Thread_local void *first_job_of_test;

void troupe_set_has_captured_tasks(bool has) {
  atomic_store_explicit(&has_captured_tasks, has, memory_order_relaxed);
}

bool troupe_is_making_task(void) { return is_making_task; }
void troupe_set_is_making_task(bool is) { is_making_task = is; }

/// Returns whether a job can belong to a scheduler. This is the case if a scheduler's job enqueues the job, or
/// if there are captured tasks.
static bool may_be_captured(void) {
  return running_job.scheduler || atomic_load_explicit(&has_captured_tasks, memory_order_relaxed);
}

// MARK: Hooks

typedef SWIFT void (*Enqueue)(void *job);
typedef SWIFT void (*EnqueueAfter)(unsigned long long delay, void *job);
typedef SWIFT void (*EnqueueAt)(long long, long long, long long, long long, int, void *job);
typedef SWIFT TroupeExecutor (*GetMain)(void);
typedef SWIFT bool (*IsMain)(TroupeExecutor);

static SWIFT void enqueue(void *job, Enqueue original) {
  // The scheduler may still be running the jobs of the test case's previous function.
  if (is_making_test) {
    first_job_of_test = job;
    return;
  }
  if (may_be_captured() && hooks.take(job)) return;
  original(job);
}

static SWIFT void enqueue_after(unsigned long long delay, void *job, EnqueueAfter original) {
  if (may_be_captured() && hooks.takeAfter(delay, job)) return;
  original(delay, job);
}

static SWIFT void enqueue_at(long long seconds, long long nanoseconds, long long tolerance_seconds,
                             long long tolerance_nanoseconds, int clock, void *job, EnqueueAt original) {
  if (may_be_captured() && hooks.takeAt(seconds, nanoseconds, clock == 1, job)) return;
  original(seconds, nanoseconds, tolerance_seconds, tolerance_nanoseconds, clock, job);
}

static SWIFT TroupeExecutor get_main(GetMain original) {
  return running_job.scheduler && !running_job.isOutside ? hooks.mainExecutor : original();
}

static SWIFT bool is_main(TroupeExecutor executor, IsMain original) {
  return executor.identity == hooks.mainExecutor.identity || original(executor);
}

/// Returns one of the concurrency runtime's hook variables; null if the runtime lacks the variable, or if the
/// hook is already set.
static void *variable(const char *name) {
  // If another tool has already set the hook, that hook stays.
  void **hook = dlsym(RTLD_DEFAULT, name);
  return hook && !*hook ? hook : 0;
}

typedef SWIFT void *(*CurrentTask)(void);
typedef void *(*Retain)(void *);
typedef void (*Release)(void *);
typedef size_t (*RetainCount)(void *);
typedef SWIFT void (*CancelTask)(void *);

static CurrentTask current_task;
static Retain retain_object;
static Release release_object;
static RetainCount count_references;
static CancelTask cancel_task;
static EnqueueAfter enqueue_with_platform;

bool troupe_install_hooks(const TroupeHooks *given) {
  void **global = variable("swift_task_enqueueGlobal_hook");
  void **after = variable("swift_task_enqueueGlobalWithDelay_hook");
  void **at = variable("swift_task_enqueueGlobalWithDeadline_hook");
  void **get = variable("swift_task_getMainExecutor_hook");
  void **is = variable("swift_task_isMainExecutor_hook");
  current_task = (CurrentTask)dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  retain_object = (Retain)dlsym(RTLD_DEFAULT, "swift_retain");
  release_object = (Release)dlsym(RTLD_DEFAULT, "swift_release");
  count_references = (RetainCount)dlsym(RTLD_DEFAULT, "swift_retainCount");
  cancel_task = (CancelTask)dlsym(RTLD_DEFAULT, "swift_task_cancel");
  enqueue_with_platform = (EnqueueAfter)dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay");
  if (!global || !after || !at || !get || !is) return false;
  if (!current_task || !retain_object || !release_object || !enqueue_with_platform) return false;
  if (!count_references || !cancel_task) return false;
  hooks = *given;
  atomic_thread_fence(memory_order_release);
  *after = (void *)enqueue_after;
  *at = (void *)enqueue_at;
  *get = (void *)get_main;
  *is = (void *)is_main;
  *global = (void *)enqueue;
  return true;
}

void *troupe_current_task(void) { return current_task(); }
void troupe_retain(void *object) { retain_object(object); }
void troupe_release(void *object) { release_object(object); }
size_t troupe_retain_count(void *object) { return count_references(object); }
void troupe_cancel_task(void *task) { cancel_task(task); }

void troupe_enqueue_with_platform(uint64_t nanoseconds, void *job) {
  bool was_outside = running_job.isOutside;
  running_job.isOutside = true;
  enqueue_with_platform(nanoseconds, job);
  running_job.isOutside = was_outside;
}

bool troupe_is_main_thread(void) { return getpid() == gettid(); }

// MARK: Code of libraries

/// The memory that contains a library's code.
typedef struct { uintptr_t start, end; } CodeRange;

/// The code of the libraries whose clocks a captured job reads: Swift's clocks, and Foundation's dates.
/// Other code reads the real time. Dispatch, for example, needs the real time for its waits.
static CodeRange clock_readers[3];
static int clock_reader_count;

/// The code of XCTest, which creates a task for each asynchronous function of a test case.
static CodeRange test_runner;

static bool note_code(const struct dl_phdr_info *info, CodeRange *range) {
  for (int part = 0; part < info->dlpi_phnum; part++) {
    if (info->dlpi_phdr[part].p_type != PT_LOAD || !(info->dlpi_phdr[part].p_flags & PF_X)) continue;
    range->start = info->dlpi_addr + info->dlpi_phdr[part].p_vaddr;
    range->end = range->start + info->dlpi_phdr[part].p_memsz;
    return true;
  }
  return false;
}

static int note_library(struct dl_phdr_info *info, size_t size, void *context) {
  static const char *const names[] = {"libswift_Concurrency.so", "libFoundation.so", "libFoundationEssentials.so"};
  const char *name = info->dlpi_name ? strrchr(info->dlpi_name, '/') : 0;
  if (!name) return 0;
  if (!strcmp(name + 1, "libXCTest.so")) note_code(info, &test_runner);
  for (int known = 0; known < 3; known++) {
    if (strcmp(name + 1, names[known]) || clock_reader_count == 3) continue;
    if (note_code(info, &clock_readers[clock_reader_count])) clock_reader_count++;
  }
  return 0;
}

static bool contains(CodeRange range, uintptr_t address) { return address >= range.start && address < range.end; }

// MARK: New tasks

/// The scheduler that captures the tasks of the test that this thread runs, and the test's run; null if there
/// is none.
static _Thread_local const void *test_scheduler, *test_run;

void troupe_set_test(const void *scheduler, const void *run) {
  test_scheduler = scheduler;
  test_run = run;
}

typedef struct { void *task, *context; } NewTask;
typedef SWIFT NewTask (*CreateTask)(size_t, void *, const void *, void *, void *);
typedef SWIFT void (*BeginAsyncLet)(void *, void *, const void *, void *, void *, void *);

static void *runtime_function(_Atomic(void *) *known, const char *name) {
  void *found = atomic_load_explicit(known, memory_order_relaxed);
  if (found) return found;
  found = dlsym(RTLD_NEXT, name);
  atomic_store_explicit(known, found, memory_order_relaxed);
  return found;
}

/// Replaces the runtime's function in the program. Without this replacement, a new task couldn't be
/// distinguished from a task that is resumed.
REPLACEMENT SWIFT NewTask swift_task_create(size_t flags, void *options,
    const void *type, void *function, void *context) {
  static _Atomic(void *) original;
  CreateTask create = (CreateTask)runtime_function(&original, "swift_task_create");
  bool is_test = test_scheduler && contains(test_runner, (uintptr_t)__builtin_return_address(0));
  TroupeRunningJob before = running_job;
  if (is_test) running_job = (TroupeRunningJob){.scheduler = test_scheduler};
  if (!may_be_captured() || running_job.isOutside) return create(flags, options, type, function, context);
  bool was_making_task = is_making_task;
  is_making_task = true;
  is_making_test = is_test;
  NewTask task = create(flags, options, type, function, context);
  is_making_test = false;
  if (is_making_task) hooks.created(task.task);
  is_making_task = was_making_task;
  if (is_test) {
    running_job = before;
    hooks.createdTest(test_run, task.task, first_job_of_test);
    first_job_of_test = 0;
  }
  return task;
}

/// Replaces the runtime's function that starts an `async let`. The task of an `async let` is always enqueued
/// immediately.
REPLACEMENT SWIFT void swift_asyncLet_begin(void *child, void *options,
    const void *type, void *function, void *context, void *result) {
  static _Atomic(void *) original;
  BeginAsyncLet begin = (BeginAsyncLet)runtime_function(&original, "swift_asyncLet_begin");
  bool was_making_task = is_making_task;
  is_making_task = true;
  begin(child, options, type, function, context, result);
  is_making_task = was_making_task;
}

// MARK: Clocks

typedef int (*ClockGetTime)(clockid_t, struct timespec *);
static ClockGetTime real_clock_gettime;

// Runs before any other thread exists.
__attribute__((constructor)) static void prepare_clocks(void) {
  real_clock_gettime = (ClockGetTime)dlsym(RTLD_NEXT, "clock_gettime");
  dl_iterate_phdr(note_library, 0);
}

static bool reads_clock(uintptr_t address) {
  for (int index = 0; index < clock_reader_count; index++)
    if (contains(clock_readers[index], address)) return true;
  return false;
}

/// Replaces the C library's function, in the program and in its libraries.
REPLACEMENT_IN_SANITIZERS int clock_gettime(clockid_t clock, struct timespec *time) {
  if (running_job.scheduler && !running_job.isOutside && reads_clock((uintptr_t)__builtin_return_address(0))) {
    int64_t now = -1;
    if (clock == CLOCK_REALTIME) now = running_job.wallTime;
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW) now = running_job.suspendingTime;
    if (clock == CLOCK_BOOTTIME) now = running_job.continuousTime;
    if (now >= 0) {
      time->tv_sec = now / 1000000000;
      time->tv_nsec = now % 1000000000;
      return 0;
    }
  }
  // The loader may call this function before the constructor above has run.
  if (!real_clock_gettime) real_clock_gettime = (ClockGetTime)dlsym(RTLD_NEXT, "clock_gettime");
  return real_clock_gettime(clock, time);
}

int64_t troupe_real_time(bool isContinuous) {
  struct timespec time;
  real_clock_gettime(isContinuous ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// MARK: Random numbers

typedef long (*SystemCall)(long, ...);

/// Fills a buffer with random numbers from SplitMix64, the generator that `SeededGenerator` uses.
static void fill(uint8_t *next, size_t count, uint64_t *state) {
  while (count > 0) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    mixed ^= mixed >> 31;
    size_t part = count < sizeof mixed ? count : sizeof mixed;
    memcpy(next, &mixed, part);
    next += part;
    count -= part;
  }
}

/// Replaces the C library's function with which the standard library reads random numbers.
REPLACEMENT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  uint64_t *state = running_job.isOutside ? 0 : running_job.randomness;
  if (number == SYS_getrandom && state) {
    fill((uint8_t *)a, (size_t)b, state);
    return b;
  }
  static _Atomic(void *) original;
  return ((SystemCall)runtime_function(&original, "syscall"))(number, a, b, c, d, e, f);
}

typedef void (*GenerateUUID)(uint8_t *);

/// Replaces Foundation's function that creates a `UUID` from random numbers in a file.
REPLACEMENT void _foundation_uuid_generate_random(uint8_t *uuid) {
  uint64_t *state = running_job.isOutside ? 0 : running_job.randomness;
  if (!state) {
    static _Atomic(void *) original;
    return ((GenerateUUID)runtime_function(&original, "_foundation_uuid_generate_random"))(uuid);
  }
  fill(uuid, 16, state);
  uuid[6] = (uuid[6] & 0x0F) | 0x40;
  uuid[8] = (uuid[8] & 0x3F) | 0x80;
}

#pragma clang attribute pop

#else

void troupe_set_has_captured_tasks(bool has) {}
bool troupe_is_making_task(void) { return false; }
void troupe_set_is_making_task(bool is) {}
bool troupe_install_hooks(const TroupeHooks *given) { return false; }
void *troupe_current_task(void) { return 0; }
void troupe_retain(void *object) {}
void troupe_release(void *object) {}
size_t troupe_retain_count(void *object) { return 0; }
void troupe_cancel_task(void *task) {}
void troupe_set_test(const void *scheduler, const void *run) {}
void troupe_enqueue_with_platform(uint64_t nanoseconds, void *job) {}
bool troupe_is_main_thread(void) { return false; }
int64_t troupe_real_time(bool isContinuous) { return 0; }

#endif
