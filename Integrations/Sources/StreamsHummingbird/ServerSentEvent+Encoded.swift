public import NIOCore

@_exported public import struct StreamLines.ServerSentEvent

extension ServerSentEvent {
  /// The event as it is sent.
  public var encoded: ByteBuffer {
    var buffer = ByteBuffer()
    comment?.lines { buffer.writeString(":\($0)\n") }
    if let event { buffer.writeString("event: \(event)\n") }
    if let id { buffer.writeString("id: \(id)\n") }
    if let retry { buffer.writeString("retry: \(retry)\n") }
    data?.lines { buffer.writeString("data: \($0)\n") }
    buffer.writeString("\n")
    return buffer
  }
}

extension String {
  /// The lines, which end with a line feed, a carriage return or both: as the standard has it.
  fileprivate func lines(_ body: (Substring) -> Void) {
    // As a `Character`, a carriage return with a line feed is one.
    for line in split(separator: /\r\n|\n|\r/, omittingEmptySubsequences: false) { body(line) }
  }
}
