#pragma once

#include <libpq-fe.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "TroupePostgres needs libpq 14 or later."
#endif
