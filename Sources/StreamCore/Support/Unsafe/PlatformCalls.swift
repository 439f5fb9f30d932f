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

/// A `pthread_t` is a number on one platform and a pointer on another: always one word.
///
/// Invariant: it is one word on every platform. `unsafeBitCast` stops the program if the sizes differ.
private func word<Name>(_ name: Name) -> UInt {
  unsafeBitCast(name, to: UInt.self)
}

/// Raises `SIGTRAP`, which stops in a debugger, and otherwise ends the program. Declared in the kernel because only one
/// family may use the platform's C library.
@usableFromInline
package func stopInDebugger() {
  raise(SIGTRAP)
}
