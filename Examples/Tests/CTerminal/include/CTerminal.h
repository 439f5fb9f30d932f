#pragma once

#if __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif
