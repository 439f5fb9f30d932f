/// Splits chunks of bytes into lines.
///
/// A line ends with a line feed, or with a carriage return and a line feed; of an event stream also with a carriage
/// return alone. Bytes after the last line end are the last line, unless there are none.
@usableFromInline
package struct LineSplitter {
  @usableFromInline let maxLength: Int

  /// Whether a carriage return ends a line, too.
  @usableFromInline let endsAtReturn: Bool

  /// Whether a carriage return has ended a line, so that a line feed that follows is a part of that end.
  @usableFromInline var isAfterReturn = false

  /// Buffered bytes that are not a complete line yet, from `head` on.
  @usableFromInline var bytes: ContiguousArray<UInt8> = []
  @usableFromInline var head = 0

  /// The position at which the search for the line end continues, so that no byte is examined twice.
  @usableFromInline var searched = 0

  /// - Parameters:
  ///   - maxLength: The longest line in bytes, without its end; at least one.
  ///   - endsAtReturn: Whether a carriage return ends a line, too.
  @inlinable
  package init(maxLength: Int, endsAtReturn: Bool = false) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte.")
    self.maxLength = maxLength
    self.endsAtReturn = endsAtReturn
  }

  @inlinable
  package mutating func append(_ piece: some Sequence<UInt8>) {
    // The bytes of returned lines are removed here, once per chunk: in `next()`, every line would move the rest of the
    // chunk.
    if head > 0 {
      bytes.removeFirst(head)
      searched -= head
      head = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Removes the next complete line, without its end.
  ///
  /// - Returns: The range of the line in ``bytes``, valid until the next append; `nil` if more bytes are needed.
  /// - Throws: ``LineTooLongError`` as soon as the line is known to be too long, complete or not.
  @inlinable
  package mutating func next() throws(LineTooLongError) -> Range<Int>? {
    if isAfterReturn, head < bytes.count {
      isAfterReturn = false
      if bytes[head] == UInt8(ascii: "\n") {
        head += 1
        searched = head
      }
    }
    guard let end = endOfLine() else {
      searched = bytes.count
      // The last byte may be the carriage return of the line end.
      let isReturn = bytes.count > head && bytes[bytes.count - 1] == UInt8(ascii: "\r")
      if bytes.count - head - (isReturn ? 1 : 0) > maxLength {
        throw LineTooLongError(limit: maxLength)
      }
      return nil
    }
    let start = head
    head = end + 1
    searched = head
    if endsAtReturn {
      isAfterReturn = bytes[end] == UInt8(ascii: "\r")
      return try checked(start..<end)
    }
    let isReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return try checked(start..<(isReturn ? end - 1 : end))
  }

  /// Removes the unterminated last line at the end of the stream.
  ///
  /// - Returns: The range of the line; `nil` if there are no bytes after the last line end.
  @inlinable
  package mutating func last() throws(LineTooLongError) -> Range<Int>? {
    guard head < bytes.count else { return nil }
    defer { head = bytes.count }
    return try checked(head..<bytes.count)
  }

  @inlinable
  func checked(_ line: Range<Int>) throws(LineTooLongError) -> Range<Int> {
    if line.count > maxLength { throw LineTooLongError(limit: maxLength) }
    return line
  }

  @inlinable
  func endOfLine() -> Int? {
    var index = searched
    if endsAtReturn {
      return bytes[index...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { return index }
      index += 1
    }
    return nil
  }

  /// The bytes of a line.
  @inlinable
  package subscript(line: Range<Int>) -> ArraySlice<UInt8> {
    ArraySlice(bytes[line])
  }
}

/// The failure of a line stream whose line exceeds the limit.
///
/// Without a limit, an upstream that never sends a line end would exhaust the memory.
public struct LineTooLongError: Error, Hashable, Sendable {
  /// The longest line in bytes.
  public let limit: Int

  /// Creates an error.
  ///
  /// - Parameter limit: The longest line in bytes.
  public init(limit: Int) {
    self.limit = limit
  }
}
