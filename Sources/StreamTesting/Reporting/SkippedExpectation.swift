#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An expectation that cannot be checked. It is no failure, and must not pass in silence.
enum SkippedExpectation {
  /// Records a warning of the running test of Swift Testing, or prints one to standard error, in a compiler's format.
  ///
  /// - Parameters:
  ///   - message: The reason.
  ///   - site: The location of the helper's call.
  static func report(_ message: String, at site: CallSite) {
    if TestFrameworks.warn(StreamTestFailure(message, at: site)) { return }
    var line = "\(site): warning: \(message)\n"
    line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }
}
