#ifndef CORES_H
#define CORES_H

/// Lets all threads of the process run on one core, on Linux. Threads that are made later do, too.
void use_one_core(void);

/// Lets them run on the cores again on which the process could run at first.
void use_all_cores(void);

#endif
