#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Raises `SIGTRAP`, which stops in a debugger, and otherwise ends the program.
@usableFromInline
package func stopInDebugger() {
  raise(SIGTRAP)
}
