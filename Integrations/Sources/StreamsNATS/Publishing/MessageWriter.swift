internal import CNATS
internal import Foundation

/// The stage whose messages a writer writes. Not generic: a subscriber's type need not be `Sendable`, so closures that are
/// must not capture a generic class.
protocol WriterOwner: AnyObject, Sendable {
  /// The log is there: messages may be given.
  func writerIsReady()

  /// A message has been stored.
  func wrote(_ receipt: PublishReceipt)

  /// Writing has come to an end.
  func writerFailed(_ failure: JetStreamFailure)
}

/// What writes the messages of one stream, each until the log has acknowledged it.
// Sendable: the state is under its lock; the context of the library is used on the sending thread alone.
final class MessageWriter: @unchecked Sendable {
  private struct State {
    var isStopped = false
    var window = PublishWindow()
    var owner: (any WriterOwner)?
    var context: OpaquePointer?
    var link: UInt = 0
    var callbacks: UInt?
    var listener: UInt?

    /// What is with the library, by the address of its message.
    var written: [UInt: (ticket: PublishWindow.Ticket, attempt: Int)] = [:]
  }

  private let core: ConnectionCore
  private let stream: String
  private let options: PublishOptions
  private let prefix = UUID().uuidString
  private let state = Guarded(State())

  init(_ stream: DurableStream, options: PublishOptions) {
    core = stream.core
    self.stream = stream.name
    self.options = options
  }

  // MARK: Beginning and end

  func start(for owner: any WriterOwner) {
    let callbacks = CallbackTable.add { [weak self] event in self?.receive(event) }
    let listener = core.listen { [weak self] event in self?.receive(event) }
    let isStopped = state.withLock { state in
      (state.owner, state.callbacks, state.listener) = (state.isStopped ? nil : owner, callbacks, listener)
      return state.isStopped
    }
    guard !isStopped else { return stop() }
    prepare(until: .now + options.patience)
  }

  /// Releases the stage, and what is not acknowledged.
  func stop() {
    let former = state.withLock { state in
      defer { state = State(isStopped: true) }
      return state
    }
    if let callbacks = former.callbacks { CallbackTable.remove(callbacks) }
    if let listener = former.listener { core.removeListener(listener) }
    destroy(former.context)
    withExtendedLifetime(former) {}
  }

  private func destroy(_ context: OpaquePointer?) {
    guard let context else { return }
    let address = UInt(bitPattern: context)
    core.release { jsCtx_Destroy(OpaquePointer(bitPattern: address)) }
  }

  private func prepare(until limit: ContinuousClock.Instant) {
    core.call { [weak self] link in
      guard let self, let callbacks = state.withLock({ $0.owner == nil ? nil : $0.callbacks }) else { return }
      switch link.flatMap({ $0.makeWriter(of: self.stream, callbacks: callbacks) }) {
      case .success(let context): begin(context, link: (try? link.get())?.number ?? 0)
      case .failure(let failure) where failure.isTransient && .now < limit:
        core.after(options.retryDelay) { [weak self] in self?.prepare(until: limit) }
      case .failure(let failure): fail(failure)
      }
    }
  }

  private func begin(_ context: OpaquePointer, link: UInt) {
    let owner = state.withLock { state in
      if state.owner != nil { (state.context, state.link) = (context, link) }
      return state.owner
    }
    if let owner { owner.writerIsReady() } else { destroy(context) }
  }

  private func fail(_ failure: JetStreamFailure) {
    let owner = state.withLock { $0.owner }
    stop()
    owner?.writerFailed(failure)
  }

  private func receive(_ event: JetStreamConnectionEvent) {
    switch event {
    case .connected, .disconnected: break
    case .closed: fail(.closed)
    case .reconnected:
      // What was on its way when the connection was lost is written again at once; the log drops what it had.
      for write in state.withLock({ $0.window.writeAllAgain() }) { perform(write) }
    }
  }

  // MARK: Writing

  func write(_ message: OutgoingMessage) {
    let write = state.withLock { state in
      state.window.admit(message, id: { "\(prefix).\($0)" }, now: .now)
    }
    if let write { perform(write) }
  }

  private func perform(_ write: PublishWindow.Write) {
    core.send { [weak self] link in self?.send(write, link) }
  }

  /// On the sending thread.
  private func send(_ write: PublishWindow.Write, _ link: Link) {
    guard let context = state.withLock({ $0.link == link.number ? $0.context : nil }) else { return }
    var message = write.message.libraryForm()
    let address = UInt(bitPattern: message)
    state.withLock { $0.written[address] = (write.ticket, write.attempt) }
    let status = write.id.withCString { id in
      stream.withCString { stream in
        var settings = jsPubOptions()
        jsPubOptions_Init(&settings)
        settings.MsgId = id
        settings.ExpectStream = stream
        settings.MaxWait = options.acknowledgementTimeout.milliseconds
        return message == nil ? NATS_INVALID_SUBJECT : js_PublishMsgAsync(context, &message, &settings)
      }
    }
    guard status != NATS_OK else { return }
    natsMsg_Destroy(message)
    state.withLock { _ = $0.written.removeValue(forKey: address) }
    failed(write.ticket, write.attempt, status, jsErrCode(0), text: nil)
  }

  // MARK: Answers, on a thread of the library

  private func receive(_ event: LibraryEvent) {
    guard case .written(let address, let answer, let error) = event,
      let (ticket, attempt) = state.withLock({ $0.written.removeValue(forKey: address) })
    else { return }
    if let answer = answer?.pointee {
      acknowledged(ticket, sequence: answer.Sequence, isDuplicate: answer.Duplicate)
    } else if let error = error?.pointee {
      failed(ticket, attempt, error.Err, error.ErrCode, text: error.ErrText.map { String(cString: $0) })
    }
  }

  private func acknowledged(_ ticket: PublishWindow.Ticket, sequence: UInt64, isDuplicate: Bool) {
    let (settled, owner) = state.withLock { ($0.window.acknowledge(ticket), $0.owner) }
    guard let (entry, next) = settled else { return }
    if let next { perform(next) }
    owner?.wrote(PublishReceipt(id: entry.id, sequence: sequence, isDuplicate: isDuplicate))
  }

  private func failed(
    _ ticket: PublishWindow.Ticket, _ attempt: Int, _ status: natsStatus, _ code: jsErrCode, text: String?
  ) {
    guard let entry = state.withLock({ $0.window.failed(ticket, attempt: attempt) }) else { return }
    guard code.rawValue == 0 ? status.isTransient : code.isTransient else {
      let isTooLarge = status == NATS_MAX_PAYLOAD || code == JSStreamMessageExceedsMaximumErr
      return fail(
        isTooLarge ? .tooLarge(bytes: entry.message.payload.count) : JetStreamFailure(status, code: code, text: text))
    }
    guard .now - entry.admitted < options.patience else { return fail(.unacknowledged(id: entry.id)) }
    core.after(options.retryDelay) { [weak self] in
      guard let self, let write = state.withLock({ $0.window.writeAgain(ticket, after: attempt) }) else { return }
      perform(write)
    }
  }
}

extension OutgoingMessage {
  /// The message in the form of the library, which the caller destroys; `nil` if its subject is not acceptable.
  func libraryForm() -> OpaquePointer? {
    var handle: OpaquePointer?
    let status = payload.withUnsafeBytes { bytes in
      natsMsg_Create(&handle, subject, nil, bytes.baseAddress, Int32(bytes.count))
    }
    guard status == NATS_OK else { return nil }
    for (name, value) in headers { natsMsgHeader_Set(handle, name, value) }
    return handle
  }
}

extension Link {
  /// Makes a context of the library whose answers go to `callbacks`, if there is a log of the name. On the thread of calls.
  fileprivate func makeWriter(of stream: String, callbacks: UInt) -> Result<OpaquePointer, JetStreamFailure> {
    stateOfStream(stream).flatMap { _ in
      var settings = jsOptions()
      jsOptions_Init(&settings)
      settings.PublishAsync.AckHandlerClosure = CallbackTable.pointer(callbacks)
      settings.PublishAsync.AckHandler = { _, message, answer, error, closure in
        CallbackTable.call(closure, .written(UInt(bitPattern: message), answer.map { .init($0) }, error.map { .init($0) }))
        natsMsg_Destroy(message)
      }
      var context: OpaquePointer?
      let status = natsConnection_JetStream(&context, connection, &settings)
      guard status == NATS_OK, let context else { return .failure(JetStreamFailure(status)) }
      return .success(context)
    }
  }
}
