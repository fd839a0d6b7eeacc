#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks of memory the process has asked for; -1 where that can't be counted.
long allocation_count(void);

/// How many bytes the C library has given out and not got back, with what it adds to each block; -1 where it doesn't tell.
long bytes_in_use(void);

/// How many bytes of memory the process occupies, after the C library has given back what it can; -1 where that isn't told.
long resident_bytes(void);

#endif
