/// An object whose release is observed: a closure that captures it reveals its own release.
public final class ReleaseToken: Sendable {
  /// Creates a token.
  public init() {}

  /// Returns its argument: a closure that calls this retains the token.
  ///
  /// - Parameter value: The value.
  /// - Returns: The same value.
  public func pass<Value>(_ value: Value) -> Value { value }
}
