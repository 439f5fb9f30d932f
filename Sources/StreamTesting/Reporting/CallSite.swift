/// The source location of a helper's call, where its failure is shown.
///
/// A helper takes the four literals as parameters, so that they refer to its caller:
///
///     func expectsNothing(
///       fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
///     ) {
///       let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
///       ...
///     }
public struct CallSite: Sendable {
  /// The module and the name of the file, as `#fileID` gives them.
  public let fileID: StaticString

  /// The path of the file, as `#filePath` gives it.
  public let filePath: StaticString

  /// The line, from 1.
  public let line: UInt

  /// The column, from 1.
  public let column: UInt

  /// Creates a call site; without arguments, that of the call itself.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: Hashable, CustomStringConvertible {
  /// The path, line and column in a compiler's format.
  public var description: String { "\(filePath):\(line):\(column)" }

  /// Whether both are the same location.
  public static func == (one: CallSite, other: CallSite) -> Bool {
    one.line == other.line && one.column == other.column && "\(one.filePath)" == "\(other.filePath)"
  }

  /// Feeds the location into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
    hasher.combine("\(filePath)")
  }
}
