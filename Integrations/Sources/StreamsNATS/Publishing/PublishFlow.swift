internal import IntegrationParts
internal import StreamCore

/// What a writing stage does that does not depend on the types of its upstream and downstream, so that it is compiled
/// once.
// Sendable: the state is under its lock; the rest is constant.
final class PublishFlow: WriterOwner, @unchecked Sendable {
  fileprivate struct State {
    var upstream: (any Subscription)?
    var hasSubscribed = false
    var hasStarted = false
    var isReady = false
    var hasEnded = false

    /// The `MessageMaker` of the stage.
    var maker: AnyObject?

    /// What downstream has asked for and has not got.
    var demand = Subscribers.Demand.none

    /// What has been asked of upstream, and for which downstream has no receipt yet.
    var outstanding = 0

    /// The messages taken in whose receipts have not reached the outlet.
    var unsettled = 0
    var completion: Subscribers.Completion<JetStreamFailure>?
  }

  private let window: Int
  private let writer: MessageWriter
  private let state: Lock<State>
  private var outlet: Outlet<PublishReceipt, JetStreamFailure, Void>?

  init<Downstream: Subscriber>(to downstream: Downstream, writer: MessageWriter, window: Int, maker: AnyObject)
  where Downstream.Input == PublishReceipt, Downstream.Failure == JetStreamFailure {
    self.window = window
    self.writer = writer
    state = Lock(State(maker: maker))
    outlet = nil
    // This object calls the outlet, and so exists as long as that calls.
    outlet = Outlet(to: downstream) { [unowned self] _, demand in delivered(demand) }
  }

  // MARK: Upstream's side

  /// - Returns: Whether it is the first one.
  func begin(_ subscription: any Subscription) -> Bool {
    state.withLock { state in
      if !state.hasSubscribed { state.upstream = subscription }
      defer { state.hasSubscribed = true }
      return !state.hasSubscribed
    }
  }

  func open() {
    outlet?.open()
  }

  /// Takes in a value.
  ///
  /// - Returns: The maker of its message; `nil` after the end.
  func admit() -> AnyObject? {
    state.withLock { state in
      guard !state.hasEnded, state.completion == nil, let maker = state.maker else { return nil }
      state.unsettled += 1
      return maker
    }
  }

  /// A value that was taken in leads to no message.
  func drop() {
    state.withLock { $0.unsettled -= 1 }
  }

  func write(_ write: PendingWrite) {
    writer.write(write)
  }

  func complete(_ completion: Subscribers.Completion<JetStreamFailure>) {
    state.withLock { state in
      guard !state.hasEnded, state.completion == nil, state.hasSubscribed else { return }
      state.upstream = nil
      state.completion = completion
    }
    if let completion = state.withLock({ $0.settledCompletion }) { finish(completion) }
  }

  // MARK: Downstream's side

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    outlet?.request(demand)
    let starts = state.withLock { state in
      state.demand += demand
      defer { state.hasStarted = true }
      return !state.hasStarted && !state.hasEnded && state.completion == nil
    }
    if starts { writer.start(for: self) } else { pull() }
  }

  func cancel() {
    outlet?.cancel()
    end()
  }

  private func delivered(_ demand: Subscribers.Demand) {
    pull { state in
      state.outstanding = max(0, state.outstanding - 1)
      state.demand += demand
      if state.demand != .none { state.demand -= 1 }
    }
  }

  // MARK: The writer's side

  func writerIsReady() {
    pull { $0.isReady = true }
  }

  func wrote(_ receipt: PublishReceipt) {
    outlet?.send(receipt, tag: ())
    let completion = state.withLock { state in
      state.unsettled -= 1
      return state.settledCompletion
    }
    if let completion { finish(completion) }
  }

  func writerFailed(_ failure: JetStreamFailure) {
    fail(failure)
  }

  // MARK: Demand and end

  /// Asks upstream for as many messages as there are free places, and as downstream wants receipts of.
  private func pull(after change: (inout State) -> Void = { _ in }) {
    let (upstream, count) = state.withLock { state -> ((any Subscription)?, Int) in
      change(&state)
      guard state.isReady, !state.hasEnded else { return (nil, 0) }
      let limit = min(window, state.demand.max ?? window)
      let count = limit - state.outstanding
      // A few free places wait for more, unless downstream wants no more: a request for each message would cost as
      // much.
      guard count > 0, count >= window / 4 || limit < window || state.outstanding == 0 else { return (nil, 0) }
      state.outstanding += count
      return (state.upstream, count)
    }
    upstream?.request(.max(count))
  }

  private func finish(_ completion: Subscribers.Completion<JetStreamFailure>) {
    guard end() else { return }
    outlet?.send(completion: completion)
  }

  func fail(_ failure: JetStreamFailure) {
    finish(.failure(failure))
  }

  /// Releases what the stage holds. Downstream is the outlet's to release.
  ///
  /// - Returns: Whether it had not ended before.
  @discardableResult
  private func end() -> Bool {
    let (isFirst, upstream, maker) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.upstream.take(), state.maker.take())
    }
    guard isFirst else { return false }
    upstream?.cancel()
    writer.stop()
    return withExtendedLifetime(maker) { true }
  }
}

extension PublishFlow.State {
  /// The completion, if it waits for no receipt.
  fileprivate var settledCompletion: Subscribers.Completion<JetStreamFailure>? { unsettled <= 0 ? completion : nil }
}
