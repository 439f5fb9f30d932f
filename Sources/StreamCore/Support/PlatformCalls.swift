#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Identifies the calling thread while it runs.
@usableFromInline
package func currentThread() -> UInt {
  word(pthread_self())
}

// A `pthread_t` is a number on some platforms and a pointer on others, typed or opaque: each has its overload.

private func word(_ name: some BinaryInteger) -> UInt { UInt(truncatingIfNeeded: name) }

private func word<Pointee>(_ name: UnsafeMutablePointer<Pointee>?) -> UInt { UInt(bitPattern: name) }

private func word(_ name: OpaquePointer?) -> UInt { UInt(bitPattern: name) }

/// Whether the calling thread is the first thread of the process; `false` where that cannot be determined.
package func isMainThread() -> Bool {
  #if canImport(Darwin)
    return pthread_main_np() != 0
  #else
    // By its name: Swift's Glibc module leaves it out.
    guard let function = dlsym(nil, "gettid") else { return false }
    return unsafeBitCast(function, to: (@convention(c) () -> pid_t).self)() == getpid()
  #endif
}

/// The value of a variable of the process's environment, if it is there.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Writes a text to standard error, unbuffered.
package func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
