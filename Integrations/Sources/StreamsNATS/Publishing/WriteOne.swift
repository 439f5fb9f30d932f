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
  ///   - newest: The number of the newest message of its subject, 0 for none; if it is another, the message is refused. `nil` for
  ///     any.
  ///   - options: How long the answer is awaited.
  /// - Returns: The log's answer.
  /// - Throws: ``JetStreamFailure/refused(code:description:)`` if the newest message is another one, or for what else the log
  ///   refuses; ``JetStreamFailure/tooLarge(bytes:)``; ``JetStreamFailure/unacknowledged(id:)`` after
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
    var message = message
    let id = message.id ?? UUID().uuidString
    message.id = id
    attempt(message, id, newest, options, until: .now + options.patience, completion)
  }

  private func attempt(
    _ message: OutgoingMessage, _ id: String, _ newest: UInt64?, _ options: PublishOptions,
    until limit: ContinuousClock.Instant,
    _ completion: @escaping @Sendable (Result<PublishReceipt, JetStreamFailure>) -> Void
  ) {
    core.call { link in
      let result = link.flatMap { $0.store(message, in: name, after: newest, wait: options.acknowledgementTimeout) }
      guard case .failure(let failure) = result, failure.isTransient else { return completion(result) }
      guard .now < limit else { return completion(.failure(.unacknowledged(id: id))) }
      core.after(options.retryDelay) { attempt(message, id, newest, options, until: limit, completion) }
    }
  }
}

extension Link {
  /// Writes a message, and waits until it is stored. On the thread of calls.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - stream: The name of the log; `nil` for the one that stores the subject.
  ///   - newest: The number of the newest message of the subject, 0 for none; `nil` for any.
  ///   - wait: How long the answer is awaited; `nil` for the time of requests.
  /// - Returns: The log's answer, or why there is none.
  func store(
    _ message: OutgoingMessage, in stream: String? = nil, after newest: UInt64? = nil, wait: Duration? = nil
  ) -> Result<PublishReceipt, JetStreamFailure> {
    let strings = CStrings()
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    options.MsgId = message.id.flatMap { strings.add($0) }
    options.ExpectStream = stream.flatMap { strings.add($0) }
    if let newest { (options.ExpectLastSubjectSeq, options.ExpectNoMessage) = (newest, newest == 0) }
    if let wait { options.MaxWait = wait.milliseconds }
    var answer: UnsafeMutablePointer<jsPubAck>?
    var code = jsErrCode(0)
    let status = message.withLibraryForm(reply: nil) { js_PublishMsg(&answer, context, $0, &options, &code) }
    guard status == NATS_OK, let answer else {
      var error = WriteError(status)
      (error.code, error.text) = (code, lastErrorText())
      return .failure(error.failure(bytes: message.payload.count))
    }
    defer { jsPubAck_Destroy(answer) }
    return .success(
      PublishReceipt(
        id: message.id ?? "", sequence: answer.pointee.Sequence, isDuplicate: answer.pointee.Duplicate))
  }
}
