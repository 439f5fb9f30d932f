/// A place in the source code, where an operator is applied.
@frozen
public struct StreamSite: Sendable, CustomStringConvertible {
  /// The module and the file, as `#fileID` says it.
  public let fileID: StaticString

  /// The line, from 1.
  public let line: UInt

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - fileID: The module and the file; the caller's by default.
  ///   - line: The line; the caller's by default.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    (self.fileID, self.line) = (fileID, line)
  }

  /// The file and the line, as `App/Feed.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

extension StreamSite: Hashable {
  /// Whether two places have the same file and line.
  public static func == (one: StreamSite, other: StreamSite) -> Bool {
    one.line == other.line && one.fileID.description == other.fileID.description
  }

  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID.description)
    hasher.combine(line)
  }
}
