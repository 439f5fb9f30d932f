/// A failure to test with.
public struct TestError: Error, Equatable, Hashable, Codable, CustomStringConvertible {
  /// What tells it from others.
  public var name: String

  /// Creates a failure.
  ///
  /// - Parameter name: What tells it from others.
  public init(_ name: String = "failure") {
    self.name = name
  }

  /// The name.
  public var description: String { name }
}
