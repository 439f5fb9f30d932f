/// An error for tests.
public struct TestError: Error, Equatable, Hashable, Codable, CustomStringConvertible {
  /// The name, which distinguishes it from other errors.
  public var name: String

  /// Creates an error.
  ///
  /// - Parameter name: The name, which distinguishes it from other errors.
  public init(_ name: String = "failure") {
    self.name = name
  }

  /// The name.
  public var description: String { name }
}
