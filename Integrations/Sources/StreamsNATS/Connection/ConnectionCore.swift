internal import CNATS
internal import IntegrationParts
internal import StreamCore
internal import StreamSchedulers

/// A connection, with two threads of its own: one sends, and runs what is due at a time; the other makes the calls that
/// wait for an answer. So neither downstream's threads nor those of tasks are blocked. What is sent from a thread that
/// the library delivers messages on is sent there.
final class ConnectionCore: Sendable {
  typealias Listener = @Sendable (JetStreamConnectionEvent) -> Void

  private struct State {
    var link: Link?
    var isClosed = false
    var listeners: [UInt: Listener] = [:]
    var lastListener: UInt = 0
  }

  /// What is to be sent.
  enum Action: Sendable {
    case call(@Sendable (Link) -> Void)

    /// The answer to a message: an allocation less for each than with a closure.
    case answer(MessageContent, String)

    /// The write of a message. It keeps the writer: a weak reference would be an allocation for each.
    case write(MessageWriter, PublishWindow.Write)

    fileprivate func perform(_ link: Link) {
      switch self {
      case .call(let body): body(link)
      case .answer(let message, let text): message.answer(text, over: link)
      case .write(let writer, let write): writer.send(write, over: link)
      }
    }
  }

  private struct Outbox {
    var actions: [Action] = []

    /// Whether a thread sends: one does at a time.
    var isDraining = false

    /// Connections that have ended while a thread sent.
    var ended: [Link] = []
  }

  private enum Sender { case here, awakened, other }

  let servers: [String]
  let options: JetStreamOptions
  let events = PassthroughSubject<JetStreamConnectionEvent, Never>()

  private let sender = PoolScheduler(threads: 1, maxQueued: .max, name: "nats-send")
  private let caller = PoolScheduler(threads: 1, maxQueued: .max, name: "nats-call")
  private let state = Lock(State())
  private let outbox = Lock(Outbox())

  /// Held while the library reads a message's headers.
  let readingHeaders = Lock(())

  init(servers: [String], options: JetStreamOptions) {
    self.servers = servers
    self.options = options
  }

  deinit {
    if let link = state.withLock({ $0.link.take() }) { Self.end(link, caller, sender) }
  }

  // MARK: Work

  /// Runs `action` after what was given before: at once on a thread that may be blocked, if no other sends; or else on
  /// the sending thread. Never without a connection.
  func send(_ action: @escaping @Sendable (Link) -> Void) {
    send(.call(action))
  }

  func send(_ action: Action) {
    let mayBlock = DeliveryThread.isCurrent
    let sending = outbox.withLock { outbox -> Sender in
      let isFirst = !outbox.isDraining
      outbox.isDraining = true
      if isFirst, mayBlock { return .here }
      outbox.actions.append(action)
      return isFirst ? .awakened : .other
    }
    switch sending {
    case .here: sendHere(action)
    case .awakened: sender.schedule { self.drainOutbox() }
    case .other: break
    }
  }

  private func sendHere(_ action: Action) {
    if let link = state.withLock({ $0.link }) { action.perform(link) }
    // What others gave meanwhile is not for this thread to send: it could have no end.
    if !endDraining() { sender.schedule { self.drainOutbox() } }
  }

  /// Sends what has gathered, so that the thread is woken once for many messages.
  private func drainOutbox() {
    repeat {
      let actions = outbox.withLock { outbox in
        defer { outbox.actions = [] }
        return outbox.actions
      }
      guard let link = state.withLock({ $0.link }) else { continue }
      for action in actions { action.perform(link) }
    } while !endDraining()
  }

  /// - Returns: Whether there is nothing to be sent.
  private func endDraining() -> Bool {
    let (isEmpty, ended) = outbox.withLock { outbox -> (Bool, [Link]) in
      guard outbox.actions.isEmpty else { return (false, []) }
      outbox.isDraining = false
      defer { outbox.ended = [] }
      return (true, outbox.ended)
    }
    for link in ended { sender.schedule { link.destroy() } }
    return isEmpty
  }

  /// Runs `action` on the sending thread, also without a connection.
  func release(_ action: @escaping @Sendable () -> Void) {
    sender.schedule(action)
  }

  /// Runs `action` on the sending thread after some time.
  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
    sender.schedule(after: sender.now.advanced(by: .duration(delay)), action)
  }

  /// Runs `action` on the sending thread at an interval, until the result is cancelled.
  func every(_ interval: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let stride = NanosecondStride.duration(interval)
    return sender.schedule(after: sender.now.advanced(by: stride), interval: stride, action)
  }

  /// Runs `action` on the thread of calls, where it may wait for the server; connects before if need be.
  func call(_ action: @escaping @Sendable (Result<Link, JetStreamFailure>) -> Void) {
    caller.schedule { action(self.connected()) }
  }

  // MARK: Events

  func listen(_ listener: @escaping Listener) -> UInt {
    state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
  }

  func removeListener(_ number: UInt) {
    let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(listener) {}
  }

  private func announce(_ event: JetStreamConnectionEvent) {
    for listener in state.withLock({ $0.listeners.values.map { $0 } }) { listener(event) }
    events.send(event)
  }

  // MARK: Connecting

  /// On the thread of calls.
  private func connected() -> Result<Link, JetStreamFailure> {
    let (link, isClosed) = state.withLock { ($0.link, $0.isClosed) }
    if isClosed { return .failure(.closed) }
    if let link { return .success(link) }
    let number = CallbackTable.add { [weak self] event in self?.receive(event) }
    let result = makeLink(servers: servers, options: options, number: number)
    guard case .success(let link) = result else {
      CallbackTable.remove(number)
      return result
    }
    let wasClosed = state.withLock { state in
      if !state.isClosed { state.link = link }
      return state.isClosed
    }
    if wasClosed {
      link.destroy()
      return .failure(.closed)
    }
    // It may have been lost before anything knew of it.
    if link.isClosed {
      lose()
      return .failure(.closed)
    }
    announce(.connected(server: link.server))
    return result
  }

  /// On a thread of the library.
  private func receive(_ event: LibraryEvent) {
    switch event {
    case .message, .complete: break
    case .disconnected: announce(.disconnected)
    case .reconnected:
      guard let link = state.withLock({ $0.link }) else { return }
      announce(.reconnected(server: link.server))
    case .closed: lose()
    }
  }

  private func lose() {
    guard let link = state.withLock({ $0.link.take() }) else { return }
    caller.schedule { self.sender.schedule { self.destroyWhenUnused(link) } }
    announce(.closed)
  }

  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    lose()
  }

  /// On the sending thread, after the last call that uses the connection. Another thread may still send over it.
  private func destroyWhenUnused(_ link: Link) {
    let isUnused = outbox.withLock { outbox in
      if outbox.isDraining { outbox.ended.append(link) }
      return !outbox.isDraining
    }
    if isUnused { link.destroy() }
  }

  /// Destroys the connection after the last call that uses it. Nothing is being sent: that would hold this object.
  private static func end(_ link: Link, _ caller: PoolScheduler, _ sender: PoolScheduler) {
    caller.schedule { sender.schedule { link.destroy() } }
  }
}
