public import Foundation
public import HummingbirdCore
public import NIOCore
internal import StreamConcurrency
public import StreamCore

extension ResponseBody {
  /// A body of the chunks that a publisher delivers, no faster than the client takes them.
  ///
  ///     socket        ---w-----w--w--
  ///     request       !--!-----!--!--
  ///     publisher     --d-----d--d--|
  ///
  /// - **Demand**: one chunk at a time: the next is requested when the one before has been written, for which the
  ///   server waits while the client's socket takes nothing. With `eventLoop`, up to 320 KiB and one chunk are ahead of
  ///   the socket or, over HTTP/2, of the client's window. Without it, the server's writer takes chunks until the
  ///   connection's event loop runs and finds the socket full: usually few, but thousands when the machine is short of
  ///   processors.
  /// - **Completion**: ends the body.
  /// - **Failure**: closes the connection, so that the client sees a response that is cut off, and not a short one.
  /// - **Threads**: requests from the task that writes the response. When the client has closed the connection, the
  ///   next write fails, and the publisher is cancelled.
  ///
  /// - Parameters:
  ///   - publisher: The publisher; it is subscribed to when the head of the response has been written.
  ///   - contentLength: The number of bytes in all, if it is known; without it the body is sent in chunks, as HTTP has
  ///     them. A publisher of another number breaks the connection.
  ///   - eventLoop: The event loop of the connection, which bounds what is ahead of the socket. A context of your own
  ///     has it from its source: `source.channel.eventLoop`.
  public init<P: Publisher & Sendable>(
    publisher: P, contentLength: Int? = nil, on eventLoop: (any EventLoop)? = nil
  ) where P.Output == ByteBuffer {
    self.init(contentLength: contentLength) { writer in
      try await Self.write(publisher, to: &writer, on: eventLoop) { $0 }
      try await writer.finish(nil)
    }
  }

  /// A body of lines of JSON, one for each value of a publisher, no faster than the client takes them.
  ///
  /// - **Demand**: one value at a time, as of ``init(publisher:contentLength:on:)``.
  /// - **Completion**: ends the body.
  /// - **Failure**: closes the connection, as does a value that cannot be encoded, which cancels the publisher.
  /// - **Threads**: encodes in the task that writes the response.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - eventLoop: The event loop of the connection, which bounds what is ahead of the socket.
  ///   - makeEncoder: Makes the encoder, for each response. It must not be one that prints prettily: a value is one
  ///     line.
  public init<P: Publisher & Sendable>(
    jsonLines publisher: P, on eventLoop: (any EventLoop)? = nil,
    encoder makeEncoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
  ) where P.Output: Encodable {
    self.init { writer in
      let encoder = makeEncoder()
      try await Self.write(publisher, to: &writer, on: eventLoop) { value in
        var line = ByteBuffer(bytes: try encoder.encode(value))
        line.writeInteger(UInt8(ascii: "\n"))
        return line
      }
      try await writer.finish(nil)
    }
  }

  /// Writes what a publisher delivers; throws its failure, and a `CancellationError` if the task is cancelled, so that
  /// what was cut short is not taken for the whole.
  static func write<P: Publisher>(
    _ publisher: P, to writer: inout any ResponseBodyWriter, on eventLoop: (any EventLoop)?,
    _ encode: (P.Output) throws -> ByteBuffer
  ) async throws {
    var values = publisher.values.makeAsyncIterator()
    var pace = WritePace(on: eventLoop)
    while let value = try await values.next() {
      let chunk = try encode(value)
      try await writer.write(chunk)
      await pace.wrote(chunk.readableBytes)
    }
    try Task.checkCancellation()
  }
}
