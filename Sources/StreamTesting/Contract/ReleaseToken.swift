/// An object whose release is watched: what a closure captures, so that the closure's own release can be seen.
public final class ReleaseToken: Sendable {
  /// Creates a token.
  public init() {}

  /// Gives a value back: a closure that calls this holds the token.
  ///
  /// - Parameter value: The value.
  /// - Returns: The same value.
  public func pass<Value>(_ value: Value) -> Value { value }
}
