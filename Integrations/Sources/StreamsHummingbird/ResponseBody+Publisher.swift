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
  /// - **Demand**: one chunk at a time: the next is requested when the one before has been written, for which the server waits while the
  ///   client's socket takes nothing. The server's writer takes chunks without waiting until its event loop runs and finds the socket
  ///   full: usually few, but more when the machine is short of processors.
  /// - **Completion**: ends the body.
  /// - **Failure**: closes the connection, so that the client sees a response that is cut off, and not a short one.
  /// - **Threads**: requests from the task that writes the response. When the client has closed the connection, the next write fails, and
  ///   the publisher is cancelled.
  ///
  /// - Parameters:
  ///   - publisher: The publisher; it is subscribed to when the head of the response has been written.
  ///   - contentLength: The number of bytes in all, if it is known; without it the body is sent in chunks, as HTTP has them. A publisher
  ///     of another number breaks the connection.
  public init<P: Publisher & Sendable>(publisher: P, contentLength: Int? = nil) where P.Output == ByteBuffer {
    self.init(contentLength: contentLength) { writer in
      try await Self.write(publisher, to: &writer) { $0 }
      try await writer.finish(nil)
    }
  }

  /// A body of lines of JSON, one for each value of a publisher, no faster than the client takes them.
  ///
  /// - **Demand**: one value at a time, as of ``init(publisher:contentLength:)``.
  /// - **Completion**: ends the body.
  /// - **Failure**: closes the connection, as does a value that cannot be encoded, which cancels the publisher.
  /// - **Threads**: encodes in the task that writes the response.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - makeEncoder: Makes the encoder, for each response. It must not be one that prints prettily: a value is one line.
  public init<P: Publisher & Sendable>(
    jsonLines publisher: P, encoder makeEncoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
  ) where P.Output: Encodable {
    self.init { writer in
      let encoder = makeEncoder()
      try await Self.write(publisher, to: &writer) { value in
        var line = ByteBuffer(bytes: try encoder.encode(value))
        line.writeInteger(UInt8(ascii: "\n"))
        return line
      }
      try await writer.finish(nil)
    }
  }

  /// Writes what a publisher delivers; throws its failure, and a `CancellationError` if the task is cancelled, so that what was cut
  /// short is not taken for the whole.
  static func write<P: Publisher>(
    _ publisher: P, to writer: inout any ResponseBodyWriter, _ encode: (P.Output) throws -> ByteBuffer
  ) async throws {
    var values = publisher.values.makeAsyncIterator()
    while let value = try await values.next() {
      try await writer.write(try encode(value))
    }
    try Task.checkCancellation()
  }
}
