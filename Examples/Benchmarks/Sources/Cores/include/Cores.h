#ifndef CORES_H
#define CORES_H

#include <stdbool.h>

/// Whether the process can be kept to one core, which is so on Linux. The other functions end it elsewhere.
bool can_use_one_core(void);

/// Lets all threads of the process run on one core. Threads that are made later do, too.
void use_one_core(void);

/// Lets them run on the cores again on which the process could run at first.
void use_all_cores(void);

#endif
