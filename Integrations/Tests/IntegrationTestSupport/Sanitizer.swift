import Foundation

/// Whether the tests run under the thread sanitizer, which slows them down, and under which the runtime finds no lines.
public let isThreadSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
