private import Foundation

/// How often tests do what must neither grow the stack nor hold memory: 100,000 times, or 10,000 times under the thread
/// sanitizer.
///
/// A stack of eight megabytes has room for some ten thousand calls of a debug build. The thread sanitizer looks for
/// races, of which a longer run shows no more, and needs ten times as long for each turn.
public let manyTimes = isThreadSanitized ? 10_000 : 100_000

/// Whether the thread sanitizer watches this process.
public let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
