internal import CNATS
internal import Foundation

extension DurableStream {
  /// Writes one message, and waits until it is stored.
  ///
  /// With `newest` the write is conditional, so that of several programs one alone goes on from a message:
  ///
  /// ```swift
  /// try await places.write(OutgoingMessage(subject: "place.7", payload: next), after: last.sequence)
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message. Its ``OutgoingMessage/key`` is of no account.
  ///   - newest: The number of the newest message of its subject, 0 for none; if it is another, the message is refused.
  ///     `nil` for any.
  ///   - options: How long the answer is awaited.
  /// - Returns: The log's answer.
  /// - Throws: ``JetStreamFailure/refused(code:description:)`` if the newest message is another one, or for what else
  ///   the log refuses; ``JetStreamFailure/tooLarge(bytes:)``; ``JetStreamFailure/unacknowledged(id:)`` after
  ///   ``PublishOptions/patience``; what ``JetStream/connect()`` throws.
  @discardableResult
  public func write(
    _ message: OutgoingMessage, after newest: UInt64? = nil, options: PublishOptions = PublishOptions()
  ) async throws(JetStreamFailure) -> PublishReceipt {
    let result = await withCheckedContinuation { continuation in
      store(message, after: newest, options: options) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Writes one message until it is stored or refused.
  func store(
    _ message: OutgoingMessage, after newest: UInt64? = nil, options: PublishOptions = PublishOptions(),
    completion: @escaping @Sendable (Result<PublishReceipt, JetStreamFailure>) -> Void
  ) {
    let identity = WriteIdentity(message.id ?? UUID().uuidString)
    attempt(message, identity, newest, options, until: .now + options.patience, completion)
  }

  private func attempt(
    _ message: OutgoingMessage, _ identity: WriteIdentity, _ newest: UInt64?, _ options: PublishOptions,
    until limit: Moment,
    _ completion: @escaping @Sendable (Result<PublishReceipt, JetStreamFailure>) -> Void
  ) {
    core.call { link in
      let wait = options.acknowledgementTimeout
      var identity = identity
      let result = link.flatMap { link in
        link.store(message, identity, in: name, after: newest, wait: wait).mapError { error in
          identity.failed(error, now: .now, limit: wait)
          return error.failure(bytes: message.payload.count)
        }
      }
      guard case .failure(let failure) = result, failure.isTransient else { return completion(result) }
      guard .now < limit else { return completion(.failure(.unacknowledged(id: identity.id))) }
      core.after(options.retryDelay) { [identity] in
        attempt(message, identity, newest, options, until: limit, completion)
      }
    }
  }
}

extension Link {
  /// Writes a message, and waits until it is stored. On the thread of calls.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - identity: What it is recognised by.
  ///   - stream: The name of the log; `nil` for the one that stores the subject.
  ///   - newest: The number of the newest message of the subject, 0 for none; `nil` for any.
  ///   - wait: How long the answer is awaited.
  /// - Returns: The log's answer, or why there is none.
  func store(
    _ message: OutgoingMessage, _ identity: WriteIdentity, in stream: String? = nil, after newest: UInt64? = nil,
    wait: Duration
  ) -> Result<PublishReceipt, WriteError> {
    var answer: OpaquePointer?
    let status = message.withLibraryForm(reply: nil) { handle in
      identity.setHeaders(of: handle)
      if let stream { setHeader("Nats-Expected-Stream", stream, of: handle) }
      if let newest { setHeader("Nats-Expected-Last-Subject-Sequence", "\(newest)", of: handle) }
      return natsConnection_RequestMsg(&answer, connection, handle, wait.milliseconds)
    }
    guard status == NATS_OK, let answer else { return .failure(WriteError(status)) }
    defer { natsMsg_Destroy(answer) }
    let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(answer), count: Int(natsMsg_GetDataLength(answer)))
    return WriteAnswer.outcome(of: bytes, stream: stream ?? "").map { receipt in
      PublishReceipt(id: identity.id, sequence: receipt.sequence, isDuplicate: receipt.isDuplicate)
    }
  }
}
