internal import CNATS
internal import Foundation
internal import IntegrationParts
internal import StreamCore

/// The stage whose messages a writer writes. Not generic: a subscriber's type need not be `Sendable`, so closures that
/// are must not capture a generic class.
protocol WriterOwner: AnyObject, Sendable {
  /// The log is there: messages may be given.
  func writerIsReady()

  /// A message has been stored.
  func wrote(_ receipt: PublishReceipt)

  /// Writing has come to an end.
  func writerFailed(_ failure: JetStreamFailure)
}

/// A message to be written, and what is to be called when it is stored.
struct PendingWrite {
  let message: OutgoingMessage
  var stored: (@Sendable () -> Void)?
}

/// What writes the messages of one stream, each until the log has acknowledged it.
///
/// The library has writes with answers of its own, but destroys a message whose answer is late while another thread
/// still writes it. Here the answers come to an inbox.
// Sendable: the state is under its lock; the rest is constant.
final class MessageWriter: @unchecked Sendable {
  private struct State {
    var isStopped = false
    var window = PublishWindow()
    var owner: (any WriterOwner)?
    var inbox: Inbox?
    var link: UInt = 0
    var listener: UInt?
    var timer: (any Cancellable)?
  }

  private let core: ConnectionCore
  private let stream: String
  private let options: PublishOptions
  private let prefix = UUID().uuidString
  private let state = Lock(State())

  init(_ stream: DurableStream, options: PublishOptions) {
    core = stream.core
    self.stream = stream.name
    self.options = options
  }

  // MARK: Beginning and end

  func start(for owner: any WriterOwner) {
    let listener = core.listen { [weak self] event in self?.receive(event) }
    let isStopped = state.withLock { state in
      (state.owner, state.listener) = (state.isStopped ? nil : owner, listener)
      return state.isStopped
    }
    if isStopped { stop() } else { prepare(until: .now + options.patience) }
  }

  /// Releases the stage, and what is not acknowledged.
  func stop() {
    let former = state.withLock { state in
      defer { state = State(isStopped: true) }
      return state
    }
    if let listener = former.listener { core.removeListener(listener) }
    former.timer?.cancel()
    close(former.inbox)
    withExtendedLifetime(former) {}
  }

  private func close(_ inbox: Inbox?) {
    guard let inbox else { return }
    core.release { inbox.close() }
  }

  private func prepare(until limit: Moment) {
    core.call { [weak self] link in
      guard let self, state.withLock({ $0.owner != nil }) else { return }
      switch link.flatMap({ self.openInbox(on: $0) }) {
      case .success(let inbox): begin(inbox, link: (try? link.get())?.number ?? 0)
      case .failure(let failure) where failure.isTransient && .now < limit:
        core.after(options.retryDelay) { [weak self] in self?.prepare(until: limit) }
      case .failure(let failure): fail(failure)
      }
    }
  }

  /// Opens an inbox for answers, if there is a log of the name. On the thread of calls.
  private func openInbox(on link: Link) -> Result<Inbox, JetStreamFailure> {
    link.stateOfStream(stream).flatMap { _ in
      Inbox.open(on: link) { [weak self, stream] handle in
        let answer = WriteAnswer(consuming: handle, stream: stream)
        if let answer { self?.receive(answer) }
      }
    }
  }

  private func begin(_ inbox: Inbox, link: UInt) {
    let timer = core.every(max(options.acknowledgementTimeout / 4, .milliseconds(10))) { [weak self] in
      self?.failOverdue()
    }
    let owner = state.withLock { state in
      if state.owner != nil { (state.inbox, state.link, state.timer) = (inbox, link, timer) }
      return state.owner
    }
    if let owner { return owner.writerIsReady() }
    timer.cancel()
    close(inbox)
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
      for write in state.withLock({ $0.window.writeAllAgain(now: .now) }) { perform(write) }
    }
  }

  // MARK: Writing

  func write(_ write: PendingWrite) {
    let write = state.withLock { state in
      state.window.admit(write.message, stored: write.stored, id: { prefix.numbered($0) }, now: .now)
    }
    if let write { perform(write) }
  }

  private func perform(_ write: PublishWindow.Write) {
    core.send(.write(self, write))
  }

  /// On the sending thread.
  func send(_ write: PublishWindow.Write, over link: Link) {
    guard let inbox = state.withLock({ $0.link == link.number ? $0.inbox : nil }) else { return }
    let (content, stream) = (write.content, stream)
    let status = inbox.subject.withNumbered(write.ticket, UInt64(write.attempt)) { reply in
      content.message.withLibraryForm(reply: reply) { handle in
        content.identity.setHeaders(of: handle)
        setHeader("Nats-Expected-Stream", stream, of: handle)
        return natsConnection_PublishMsg(link.connection, handle)
      }
    }
    if status != NATS_OK { failed(write.ticket, write.attempt, WriteError(status)) }
  }

  // MARK: Answers

  /// On the inbox's thread.
  private func receive(_ answer: WriteAnswer) {
    switch answer.outcome {
    case .success(let receipt): acknowledged(answer.ticket, receipt)
    case .failure(let error): failed(answer.ticket, answer.attempt, error)
    }
  }

  private func failOverdue() {
    let limit = Moment.now - options.acknowledgementTimeout
    for (ticket, attempt) in state.withLock({ $0.window.overdue(before: limit) }) {
      failed(ticket, attempt, WriteError(NATS_TIMEOUT))
    }
  }

  private func acknowledged(_ ticket: PublishWindow.Ticket, _ receipt: WriteAnswer.Receipt) {
    let (settled, owner) = state.withLock { ($0.window.acknowledge(ticket, now: .now), $0.owner) }
    guard let (entry, next) = settled else { return }
    if let next { perform(next) }
    entry.stored?()
    owner?.wrote(PublishReceipt(id: entry.id, sequence: receipt.sequence, isDuplicate: receipt.isDuplicate))
  }

  private func failed(_ ticket: PublishWindow.Ticket, _ attempt: Int, _ error: WriteError) {
    let limit = options.acknowledgementTimeout
    guard
      let entry = state.withLock({ $0.window.failed(ticket, attempt: attempt, error, now: .now, limit: limit) })
    else { return }
    guard error.isTransient else { return fail(error.failure(bytes: entry.content.message.payload.count)) }
    guard .now - entry.admitted < options.patience else { return fail(.unacknowledged(id: entry.id)) }
    core.after(options.retryDelay) { [weak self] in
      guard let self, let write = state.withLock({ $0.window.writeAgain(ticket, after: attempt, now: .now) })
      else { return }
      perform(write)
    }
  }
}

extension OutgoingMessage {
  /// Calls `body` with the message in the form of the library.
  ///
  /// - Returns: The status that `body` returns, or one that says what is the matter with the message.
  func withLibraryForm(reply: UnsafePointer<CChar>?, _ body: (OpaquePointer) -> natsStatus) -> natsStatus {
    var handle: OpaquePointer?
    let status = payload.withUnsafeBytes { bytes in
      subject.withCString { natsMsg_Create(&handle, $0, reply, bytes.baseAddress, Int32(bytes.count)) }
    }
    guard status == NATS_OK, let handle else { return status }
    defer { DiscardedMessages.add(handle) }
    // A message that was read and is passed on may have had another identifier.
    for (name, value) in headers where name != WriteIdentity.headerText { setHeader(named: name, value, of: handle) }
    return body(handle)
  }
}
