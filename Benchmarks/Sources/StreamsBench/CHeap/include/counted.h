#pragma once

/// Calls a function. Only what happens within this call is counted by callgrind, which is told its name.
long run_counted(long (*body)(void *context, long count), void *context, long count);
