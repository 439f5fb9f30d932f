#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Names the thread that asks, as long as it runs.
@usableFromInline
package func currentThread() -> UInt {
  word(pthread_self())
}

/// A thread's name is a number on one platform and a pointer on another.
///
/// Invariant: it is one word on every platform. `unsafeBitCast` stops the program if the sizes differ.
private func word<Name>(_ name: Name) -> UInt {
  unsafeBitCast(name, to: UInt.self)
}

/// Raises the signal `SIGTRAP`, at which a debugger stops; without one, the program ends. It stands in the kernel because
/// no family but one may use the platform's C library.
@usableFromInline
package func stopInDebugger() {
  raise(SIGTRAP)
}
