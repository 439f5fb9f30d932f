internal import CNATS
internal import IntegrationParts
internal import StreamCore

/// The subscription that messages are delivered to. Not generic: see `WriterOwner`.
protocol ConsumerOwner: AnyObject, Sendable {
  func deliver(_ message: JetStreamMessage)
  func complete(_ completion: Subscribers.Completion<JetStreamFailure>)
}

/// What fetches the messages of a consumer, as many as are asked for.
// Sendable: the state is under its lock; the rest is constant.
final class ConsumerSource: @unchecked Sendable {
  private struct State {
    var isStopped = false
    var owner: (any ConsumerOwner)?
    var pull: PullState
    var replay: ReplayState?
    var isPumping = false
    var hasStarted = false
    var listener: UInt?

    /// The consumer, when there is one.
    var name = ""
    var inbox: Inbox?
    var link: UInt = 0

    /// Whether a message of a replay is on its way from the inbox to downstream, and whether its consumer is to be made
    /// anew after that: the next consumer's messages must not overtake it.
    var isDelivering = false
    var isOutdated = false
  }

  private static let retryDelay = Duration.milliseconds(250)

  /// How long a first answer is awaited from a cluster without a leader.
  private static let patience = Duration.seconds(60)

  private let core: ConnectionCore
  private let stream: String
  private let configuration: ConsumerConfiguration
  private let isReplay: Bool
  private let state: Lock<State>

  /// With a replay, the consumer is a passing one without acknowledgements.
  init(_ stream: DurableStream, _ configuration: ConsumerConfiguration, replay: ReplayState? = nil) {
    core = stream.core
    self.stream = stream.name
    self.configuration = configuration
    isReplay = replay != nil
    state = Lock(State(pull: PullState(maximumFetch: configuration.maximumFetch), replay: replay))
  }

  // MARK: Downstream's side

  func request(_ demand: Subscribers.Demand, for owner: any ConsumerOwner) {
    let starts = state.withLock { state in
      guard !state.isStopped else { return false }
      state.pull.want(demand)
      defer { state.hasStarted = true }
      if !state.hasStarted { state.owner = owner }
      return !state.hasStarted
    }
    guard starts else { return pump() }
    let listener = core.listen { [weak self] event in self?.receive(event) }
    let isStopped = state.withLock { state in
      if !state.isStopped { state.listener = listener }
      return state.isStopped
    }
    if isStopped { core.removeListener(listener) } else { prepare(until: .now + Self.patience) }
  }

  func stop() {
    let former = state.withLock { state in
      defer {
        state.isStopped = true
        (state.owner, state.inbox, state.listener) = (nil, nil, nil)
      }
      return state
    }
    if let listener = former.listener { core.removeListener(listener) }
    close(former.inbox)
    if isReplay, !former.name.isEmpty { deleteConsumer(former.name) }
    withExtendedLifetime(former) {}
  }

  private func close(_ inbox: Inbox?) {
    guard let inbox else { return }
    core.release { inbox.close() }
  }

  private func fail(_ failure: JetStreamFailure) {
    let owner = state.withLock { $0.owner }
    stop()
    owner?.complete(.failure(failure))
  }

  private func finish() {
    let owner = state.withLock { $0.owner }
    stop()
    owner?.complete(.finished)
  }

  // MARK: The consumer at the server, on the thread of calls

  /// A passing consumer may be given to a server that has just ended and will not answer. So the first answer is not
  /// awaited for long, and the next for twice as long: meanwhile the thread of calls does nothing else.
  ///
  /// - Parameters:
  ///   - limit: Until when it is tried; `nil` for ever.
  ///   - wait: How long the answer is awaited.
  private func prepare(until limit: ContinuousClock.Instant?, wait: Duration = .milliseconds(500)) {
    core.call { [weak self] link in
      guard let self, let start = state.withLock({ $0.isStopped ? nil : $0.replay?.start ?? configuration.start })
      else { return }
      switch link.flatMap({ self.makeConsumer(on: $0, start: start, wait: wait) }) {
      case .success(let made): begin(made, link: (try? link.get())?.number ?? 0)
      case .failure(let failure) where failure.isTransient && limit.map({ .now < $0 }) != false:
        let longer = min(wait * 2, core.options.requestTimeout)
        core.after(Self.retryDelay) { [weak self] in self?.prepare(until: limit, wait: longer) }
      case .failure(let failure): fail(failure)
      }
    }
  }

  private typealias Made = (consumer: MadeConsumer, inbox: Inbox)

  private func makeConsumer(
    on link: Link, start: StreamPosition, wait: Duration
  ) -> Result<Made, JetStreamFailure> {
    var configuration = configuration
    configuration.start = start
    let consumer =
      isReplay
      ? link.addPassingConsumer(configuration, of: stream, wait: min(wait, core.options.requestTimeout))
      : link.addConsumer(configuration, of: stream, isReplay: false, wait: core.options.requestTimeout)
    return consumer.flatMap { consumer in
      let name = consumer.name
      // The inbox keeps this object until it has closed, which follows `stop()`: a weak reference would cost as much as
      // a lock for each message.
      let inbox = Inbox.open(on: link) { handle in
        self.receive(Arrival(consuming: handle, core: self.core), from: name)
      }
      if isReplay, case .failure = inbox { link.deleteConsumer(name, of: stream) }
      return inbox.map { (consumer, $0) as Made }
    }
  }

  private func begin(_ made: Made, link: UInt) {
    let (isStopped, hasEnded) = state.withLock { state in
      guard !state.isStopped else { return (true, false) }
      state.pull.forgetRequests()
      state.replay?.began()
      (state.name, state.inbox, state.link) = (made.consumer.name, made.inbox, link)
      return (false, state.replay?.endsAtNewest == true && made.consumer.pending == 0)
    }
    if isStopped {
      close(made.inbox)
      if isReplay { deleteConsumer(made.consumer.name) }
      return
    }
    if hasEnded { finish() } else { pump() }
  }

  /// Makes a passing consumer anew, after the last message that was delivered.
  private func prepareAnew() {
    let (name, inbox) = state.withLock { state -> (String, Inbox?) in
      if state.isDelivering {
        state.isOutdated = true
        return ("", nil)
      }
      defer { (state.name, state.inbox) = ("", nil) }
      return (state.name, state.inbox)
    }
    guard let inbox else { return }  // It is being made, or will be.
    close(inbox)
    deleteConsumer(name)
    prepare(until: nil)
  }

  private func deleteConsumer(_ name: String) {
    let stream = stream
    core.send { $0.deleteConsumer(name, of: stream) }
  }

  // MARK: Requests

  private func pump() {
    let starts = state.withLock { state in
      guard !state.isPumping, state.inbox != nil, state.pull.shouldAsk else { return false }
      state.isPumping = true
      return true
    }
    if starts { core.send { [weak self] link in self?.sendRequests(link) } }
  }

  /// On the sending thread: what was asked for meanwhile goes into one request.
  private func sendRequests(_ link: Link) {
    let (request, name, inbox) = state.withLock { state -> (PullState.Request?, String, Inbox?) in
      state.isPumping = false
      guard state.inbox != nil, state.link == link.number else { return (nil, "", nil) }
      return (state.pull.nextRequest(), state.name, state.inbox)
    }
    guard let request, let inbox else { return }
    let expiry = configuration.requestExpiry
    let text = "{\"batch\":\(request.count),\"expires\":\(expiry.nanoseconds)}"
    link.send(text, to: "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(name)", reply: "\(inbox.subject).\(request.number)")
    core.after(expiry + .seconds(1)) { [weak self] in self?.isOverdue(request.number) }
  }

  /// A request has ended.
  private func ended(_ number: Int) {
    if state.withLock({ $0.pull.ended(number) }) { pump() }
  }

  /// If the server has not said that a request has ended, it has forgotten it, or has ended itself, and a passing
  /// consumer with it. Nothing answers for that: other servers of a cluster take the requests.
  private func isOverdue(_ number: Int) {
    let (isBusy, inbox) = state.withLock { ($0.isDelivering, $0.pull.isOpen(number) ? $0.inbox : nil) }
    guard let inbox else { return }
    if isBusy || inbox.hasWaiting {
      // It may have said so, and downstream blocks the thread.
      return core.after(.seconds(1)) { [weak self] in self?.isOverdue(number) }
    }
    guard state.withLock({ $0.pull.ended(number) }) else { return }
    if isReplay { prepareAnew() } else { pump() }
  }

  private func receive(_ event: JetStreamConnectionEvent) {
    switch event {
    case .connected, .disconnected: break
    case .closed: fail(.closed)
    case .reconnected:
      // The requests were those of the lost connection, as was what was on its way.
      state.withLock { $0.pull.forgetRequests() }
      if isReplay { prepareAnew() } else { pump() }
    }
  }

  // MARK: Arrivals, on the inbox's thread

  private enum Outcome {
    case dropped, refused, gap, skipped(isLast: Bool), last(any ConsumerOwner), delivered(any ConsumerOwner, asks: Bool)
  }

  private func receive(_ arrival: Arrival, from name: String) {
    switch arrival {
    case .status(let code, let text, let subject):
      let number = subject.split(separator: ".").last.flatMap { Int($0) } ?? 0
      if state.withLock({ $0.name == name && !$0.isStopped }) { receive(status: code, text, of: number) }
    case .message(let message): receive(message, from: name)
    }
  }

  private func receive(_ message: JetStreamMessage, from name: String) {
    let outcome = state.withLock { state -> Outcome in
      guard let owner = state.owner else { return isReplay ? .dropped : .refused }
      guard state.name == name else { return .dropped }
      let verdict = state.replay?.verdict(on: message.origin) ?? .deliver
      if verdict == .gap { return .gap }
      state.pull.received()
      let isLast = state.replay?.endsAtNewest == true && message.pendingCount == 0
      state.isDelivering = isReplay && verdict == .deliver
      if verdict == .skip {
        state.pull.want(.max(1))
        return .skipped(isLast: isLast)
      }
      return isLast ? .last(owner) : .delivered(owner, asks: state.pull.shouldAsk)
    }
    switch outcome {
    case .dropped: break
    case .refused: message.pass()
    case .gap: prepareAnew()
    case .skipped(let isLast): if isLast { finish() } else { pump() }
    case .last(let owner):
      owner.deliver(message)
      finish()
    case .delivered(let owner, let asks):
      owner.deliver(message)
      if isReplay, hasBecomeOutdated() { return prepareAnew() }
      if asks { pump() }
    }
  }

  /// A message of a replay has been delivered.
  private func hasBecomeOutdated() -> Bool {
    state.withLock { state in
      defer { (state.isDelivering, state.isOutdated) = (false, false) }
      return state.isOutdated
    }
  }

  private func receive(status code: Int, _ text: String, of number: Int) {
    switch code {
    case 100: break
    case 404, 408: ended(number)
    case 409 where text.hasPrefix("Consumer Deleted"): checkConsumer(number)
    case 409 where text.hasPrefix("Leadership") || text.hasPrefix("Server") || text.contains("MaxWaiting"):
      core.after(Self.retryDelay) { [weak self] in self?.ended(number) }
    case 503: core.after(Self.retryDelay) { [weak self] in self?.checkConsumer(number) }
    default: fail(.refused(code: code, description: text))
    }
  }

  /// Nothing answers for the consumer: it has no leader for now, or has gone. A passing one is made anew without
  /// asking: a question about one whose server has ended is not answered.
  private func checkConsumer(_ number: Int) {
    if isReplay { return prepareAnew() }
    let name = state.withLock { $0.name }
    core.call { [weak self] link in
      guard let self, case .success(let link) = link else { return }
      var info: UnsafeMutablePointer<jsConsumerInfo>?
      var code = jsErrCode(0)
      let status = js_GetConsumerInfo(&info, link.context, stream, name, nil, &code)
      jsConsumerInfo_Destroy(info)
      guard code == JSConsumerNotFoundErr || code == JSStreamNotFoundErr else { return ended(number) }
      fail(.ofConsumer(name, stream, status, code))
    }
  }
}
