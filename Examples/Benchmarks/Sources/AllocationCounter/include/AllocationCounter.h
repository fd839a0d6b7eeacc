#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks of memory the process has asked for; -1 where that can't be counted.
long allocation_count(void);

#endif
