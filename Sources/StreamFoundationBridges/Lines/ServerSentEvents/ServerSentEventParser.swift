/// Makes events of the lines of an event stream, as the HTML standard has it ("interpreting an event stream").
@usableFromInline
package struct ServerSentEventParser {
  /// The id of the last event, delivered or without content.
  package private(set) var lastEventID: String

  /// How long the server wants clients to wait before they connect again, in milliseconds; `nil` if it has not said.
  package private(set) var reconnectionTime: Int?

  package let maxLength: Int
  private var isFirstLine = true

  /// The bytes of the lines of the event so far.
  private var length = 0

  /// The content so far; `nil` before the first field `data`.
  private var data: [UInt8]?
  private var event = ""
  private var lastID: String
  private var retry: Int?

  /// - Parameters:
  ///   - maxLength: The longest event in bytes.
  ///   - lastID: The id of the last event of an earlier connection.
  @usableFromInline
  package init(maxLength: Int, lastID: String = "") {
    self.maxLength = maxLength
    self.lastID = lastID
    lastEventID = lastID
  }

  /// Takes a line, without its end.
  ///
  /// - Returns: The event that the line completes, if it is empty and the event has content.
  /// - Throws: An error if the event is too long.
  @usableFromInline
  package mutating func receive(_ line: ArraySlice<UInt8>) throws(LineTooLongError) -> ServerSentEvent? {
    var line = line
    if isFirstLine {
      isFirstLine = false
      // A byte order mark.
      if line.starts(with: [0xef, 0xbb, 0xbf]) { line = line.dropFirst(3) }
    }
    if line.isEmpty { return complete() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    // A comment.
    if colon == line.startIndex { return nil }
    length += line.count + 1
    if length > maxLength { throw LineTooLongError(limit: maxLength) }
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    take(value, of: line[..<colon])
    return nil
  }

  private mutating func take(_ value: ArraySlice<UInt8>, of field: ArraySlice<UInt8>) {
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      if data == nil { data = Array(value) } else { data? += [UInt8(ascii: "\n")] + value }
    case "event": event = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    case "retry":
      let isNumber = value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber, let number = Int(String(decoding: value, as: UTF8.self)) else { break }
      (retry, reconnectionTime) = (number, number)
    default: break
    }
  }

  private mutating func complete() -> ServerSentEvent? {
    defer { (data, event, length) = (nil, "", 0) }
    lastEventID = lastID
    guard let data else { return nil }
    defer { retry = nil }
    return ServerSentEvent(
      data: String(decoding: data, as: UTF8.self), id: lastID.isEmpty ? nil : lastID,
      event: event.isEmpty ? nil : event, retry: retry)
  }
}
