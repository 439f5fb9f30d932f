internal import CNATS

/// A durable log that a client writes to and reads from.
public struct DurableStream: Sendable {
  let core: ConnectionCore

  /// Its name.
  public let name: String
}

extension JetStream {
  /// The durable log of a name, which need not exist yet.
  ///
  /// - Parameter name: The name.
  /// - Returns: The log.
  public func stream(_ name: String) -> DurableStream {
    DurableStream(core: core, name: name)
  }

  /// Creates a durable log, unless there is one of the same name and configuration.
  ///
  /// - Parameter configuration: How it is kept.
  /// - Returns: The log.
  /// - Throws: ``JetStreamFailure/refused(code:description:)`` if there is one of another configuration, or this one is
  ///   not acceptable; what ``connect()`` throws.
  @discardableResult
  public func createStream(_ configuration: StreamConfiguration) async throws(JetStreamFailure) -> DurableStream {
    try await core.perform { link in
      var code = jsErrCode(0)
      let status = configuration.withLibraryForm { js_AddStream(nil, link.context, &$0, nil, &code) }
      return status == NATS_OK ? .success(()) : .failure(JetStreamFailure(status, code: code))
    }
    return stream(configuration.name)
  }

  /// Deletes a durable log with its messages and consumers.
  ///
  /// - Parameter name: Its name.
  /// - Throws: ``JetStreamFailure/noStream(_:)`` if there is none; what ``connect()`` throws.
  public func deleteStream(_ name: String) async throws(JetStreamFailure) {
    try await core.perform { link in
      var code = jsErrCode(0)
      let status = js_DeleteStream(link.context, name, nil, &code)
      return status == NATS_OK ? .success(()) : .failure(.ofStream(name, status, code))
    }
  }

  /// Deletes a durable consumer: its place in the log is forgotten.
  ///
  /// - Parameters:
  ///   - name: Its durable name.
  ///   - stream: The name of the log.
  /// - Throws: ``JetStreamFailure/noConsumer(_:stream:)`` if there is none; what ``connect()`` throws.
  public func deleteConsumer(_ name: String, of stream: String) async throws(JetStreamFailure) {
    try await core.perform { link in
      var code = jsErrCode(0)
      let status = js_DeleteConsumer(link.context, stream, name, nil, &code)
      if status == NATS_OK { return .success(()) }
      return .failure(.ofConsumer(name, stream, status, code))
    }
  }
}

/// The place of a durable consumer in its log.
public struct ConsumerState: Sendable, Equatable {
  /// The number of messages that have been delivered and not acknowledged.
  public let unacknowledged: Int

  /// The number of messages that have not been delivered.
  public let pending: UInt64

  /// The number of the last message before which all are acknowledged.
  public let acknowledgedSequence: UInt64
}

extension JetStream {
  /// The place of a durable consumer.
  ///
  /// - Parameters:
  ///   - name: Its durable name.
  ///   - stream: The name of the log.
  /// - Returns: The number of messages that wait and the like.
  /// - Throws: ``JetStreamFailure/noConsumer(_:stream:)`` or ``JetStreamFailure/noStream(_:)`` if there is none; what
  ///   ``connect()`` throws.
  public func consumerState(_ name: String, of stream: String) async throws(JetStreamFailure) -> ConsumerState {
    try await core.perform { link in
      var info: UnsafeMutablePointer<jsConsumerInfo>?
      var code = jsErrCode(0)
      let status = js_GetConsumerInfo(&info, link.context, stream, name, nil, &code)
      guard status == NATS_OK, let info else { return .failure(.ofConsumer(name, stream, status, code)) }
      defer { jsConsumerInfo_Destroy(info) }
      return .success(
        ConsumerState(
          unacknowledged: Int(info.pointee.NumAckPending), pending: info.pointee.NumPending,
          acknowledgedSequence: info.pointee.AckFloor.Stream))
    }
  }
}

extension DurableStream {
  /// What the log holds now.
  ///
  /// - Returns: The number of messages and the like.
  /// - Throws: ``JetStreamFailure/noStream(_:)`` if there is no such log; what ``JetStream/connect()`` throws.
  public func state() async throws(JetStreamFailure) -> StreamState {
    let name = name
    return try await core.perform { $0.stateOfStream(name) }
  }
}

extension Link {
  /// On the thread of calls.
  ///
  /// - Parameters:
  ///   - name: The name of the log.
  ///   - wait: How long the answer is awaited; `nil` for as long as the connection's options say.
  /// - Returns: What the log holds.
  func stateOfStream(_ name: String, wait: Duration? = nil) -> Result<StreamState, JetStreamFailure> {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    var options = jsOptions()
    jsOptions_Init(&options)
    if let wait { options.Wait = wait.milliseconds }
    let status = js_GetStreamInfo(&info, context, name, &options, &code)
    guard status == NATS_OK, let info else { return .failure(.ofStream(name, status, code)) }
    defer { jsStreamInfo_Destroy(info) }
    return .success(StreamState(info.pointee))
  }
}

extension JetStreamFailure {
  static func ofStream(_ name: String, _ status: natsStatus, _ code: jsErrCode) -> Self {
    code == JSStreamNotFoundErr || status == NATS_NOT_FOUND ? .noStream(name) : Self(status, code: code)
  }

  static func ofConsumer(_ name: String, _ stream: String, _ status: natsStatus, _ code: jsErrCode) -> Self {
    code == JSConsumerNotFoundErr ? .noConsumer(name, stream: stream) : ofStream(stream, status, code)
  }
}
