/// What a helper of this module found wrong, and where it was called.
public struct StreamTestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, and what came.
  public let message: String

  /// Where the helper was called.
  public let site: CallSite

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - message: What was expected, and what came.
  ///   - site: Where the helper was called.
  public init(_ message: String, at site: CallSite) {
    self.message = message
    self.site = site
  }

  /// The place and the message, as a compiler writes them.
  public var description: String { "\(site): error: \(message)" }
}
