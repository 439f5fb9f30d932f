/// A failure found by a helper of this module, and its location.
public struct StreamTestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expected and the actual outcome.
  public let message: String

  /// The location of the helper's call.
  public let site: CallSite

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: The expected and the actual outcome.
  ///   - site: The location of the helper's call.
  public init(_ message: String, at site: CallSite) {
    self.message = message
    self.site = site
  }

  /// The location and the message, in a compiler's format.
  public var description: String { "\(site): error: \(message)" }
}
