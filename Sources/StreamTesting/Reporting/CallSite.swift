/// The place in a test from which a helper was called, where its failure is shown.
///
/// A helper takes the four literals as parameters of its own, so that they name its caller:
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

  /// The line, from 1 on.
  public let line: UInt

  /// The column, from 1 on.
  public let column: UInt

  /// Creates a call site; without arguments, that of the call itself.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1 on.
  ///   - column: The column, from 1 on.
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
  /// The path, the line and the column, as a compiler writes them.
  public var description: String { "\(filePath):\(line):\(column)" }

  /// Whether both are the same place of the same file.
  public static func == (one: CallSite, other: CallSite) -> Bool {
    one.line == other.line && one.column == other.column && "\(one.filePath)" == "\(other.filePath)"
  }

  /// Feeds the place into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
    hasher.combine("\(filePath)")
  }
}
