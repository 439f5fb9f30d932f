private import Foundation

/// The number of repetitions in tests that check for growth of the stack or the heap: 20,000, 100,000 with
/// `STREAMS_FULL=1`, or 10,000 under the thread sanitizer.
///
/// An 8 MB stack has room for about ten thousand calls of a debug build. The thread sanitizer finds no more races in a
/// longer run, and takes ten times as long for each repetition.
public let manyTimes = isThreadSanitized ? 10_000 : repetitions(20_000, full: 100_000)

/// Whether this process runs under the address sanitizer, whose frames are larger.
public let isAddressSanitized = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

/// Whether this process runs under the thread sanitizer.
public let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
