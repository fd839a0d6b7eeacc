#include "LinuxCalls.h"
