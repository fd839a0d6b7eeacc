#ifndef ONE_THREAD_H
#define ONE_THREAD_H

#include <stdbool.h>

/// From now on, what Swift's concurrency runtime enqueues for its pool waits for `run_jobs`. What it enqueues for later never comes
/// due.
void take_jobs(void);

/// Runs the jobs in the order in which they came, on this thread, until there is none left.
void run_jobs(void);

#endif
