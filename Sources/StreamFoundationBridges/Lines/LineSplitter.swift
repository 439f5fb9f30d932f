/// Cuts bytes that come in pieces of any length into lines.
///
/// A line ends with a line feed, or with a carriage return and a line feed. What stands behind the last of them is the
/// last line, if it is not empty.
@usableFromInline
package struct LineSplitter {
  @usableFromInline let maxLength: Int

  /// Bytes that have come and are no line yet, from `head` on.
  @usableFromInline var bytes: ContiguousArray<UInt8> = []
  @usableFromInline var head = 0

  /// How far the search for the end of the line has come.
  @usableFromInline var searched = 0

  /// - Parameter maxLength: The number of bytes that a line may have, without its end; at least one.
  @inlinable
  package init(maxLength: Int) {
    precondition(maxLength > 0, "A line must be allowed to have at least one byte.")
    self.maxLength = maxLength
  }

  @inlinable
  package mutating func append(_ piece: some Sequence<UInt8>) {
    if head > 0 {
      bytes.removeFirst(head)
      searched -= head
      head = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Takes the next line that is complete, without its end.
  ///
  /// - Returns: Where the line is in ``bytes``, until more is appended; `nil` if more bytes are needed.
  /// - Throws: ``LineTooLongError``, as soon as it is sure that the line is too long, complete or not.
  @inlinable
  package mutating func next() throws(LineTooLongError) -> Range<Int>? {
    guard let end = endOfLine() else {
      searched = bytes.count
      // The last byte may be the carriage return of the line's end.
      let isReturn = bytes.count > head && bytes[bytes.count - 1] == UInt8(ascii: "\r")
      if bytes.count - head - (isReturn ? 1 : 0) > maxLength {
        throw LineTooLongError(limit: maxLength)
      }
      return nil
    }
    let start = head
    head = end + 1
    searched = head
    let isReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return try checked(start..<(isReturn ? end - 1 : end))
  }

  /// Takes what is left at the end of the stream.
  ///
  /// - Returns: Where the last line is; `nil` if nothing stands behind the last end of a line.
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
    bytes.withUnsafeBufferPointer { buffer in
      var index = searched
      while index < buffer.count {
        if buffer[index] == UInt8(ascii: "\n") { return index }
        index += 1
      }
      return nil
    }
  }

  /// The bytes of a line.
  @inlinable
  package subscript(line: Range<Int>) -> ArraySlice<UInt8> {
    ArraySlice(bytes[line])
  }
}

/// A line has more bytes than it may have: the failure of a stream that is cut into lines.
///
/// Without a bound, an upstream that never sends an end of line would fill the memory.
public struct LineTooLongError: Error, Hashable, Sendable {
  /// The number of bytes that a line may have.
  public let limit: Int

  /// Makes an error.
  ///
  /// - Parameter limit: The number of bytes that a line may have.
  public init(limit: Int) {
    self.limit = limit
  }
}
