#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Raises the signal `SIGTRAP`, at which a debugger stops; without one, the program ends. It stands in the kernel because
/// no family may use the platform's C library.
@usableFromInline
package func stopInDebugger() {
  raise(SIGTRAP)
}
