#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Copies of strings for the C library, which are freed with this object.
final class CStrings {
  private var copies: [UnsafeMutablePointer<CChar>] = []

  func add(_ string: String) -> UnsafePointer<CChar>? {
    guard let copy = strdup(string) else { return nil }
    copies.append(copy)
    return UnsafePointer(copy)
  }

  /// Calls `body` with an array of strings, which is valid until it returns.
  func withArray<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32) -> Result
  ) -> Result {
    var pointers = strings.map { add($0) }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress, Int32($0.count)) }
  }

  deinit {
    for copy in copies { free(copy) }
  }
}
