internal import IntegrationParts
internal import StreamCore

/// The stage between an upstream and the receipts of what it sent. A value that leads to no message is replaced by another.
// Sendable: the state is under its lock; the rest is constant.
final class PublishInner<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Subscription, WriterOwner,
  CustomStringConvertible, @unchecked Sendable
where Downstream.Input == PublishReceipt, Downstream.Failure == JetStreamFailure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  private struct State {
    var upstream: (any Subscription)?
    var hasSubscribed = false
    var hasStarted = false
    var isReady = false
    var hasEnded = false
    var message: (@Sendable (Upstream.Output) throws -> PendingWrite?)?

    /// What downstream has asked for and has not got.
    var demand = Subscribers.Demand.none

    /// What has been asked of upstream, and for which downstream has no receipt yet.
    var outstanding = 0

    /// The messages taken in whose receipts have not reached the outlet.
    var unsettled = 0
    var completion: Subscribers.Completion<JetStreamFailure>?
  }

  let description: String
  private let window: Int
  private let writer: MessageWriter
  private let state: Lock<State>
  private var outlet: Outlet<PublishReceipt, JetStreamFailure, Void>?

  init(
    _ description: String, to downstream: Downstream, writer: MessageWriter, window: Int,
    message: @escaping @Sendable (Upstream.Output) throws -> PendingWrite?
  ) {
    self.description = description
    self.window = window
    self.writer = writer
    state = Lock(State(message: message))
    outlet = nil
    outlet = Outlet(to: downstream) { [weak self] _, demand in self?.delivered(demand) }
    handover = downstream
  }

  /// Downstream, until it has got its subscription.
  private var handover: Downstream?

  // MARK: Upstream's side

  func receive(subscription: any Subscription) {
    let isFirst = state.withLock { state in
      if !state.hasSubscribed { state.upstream = subscription }
      defer { state.hasSubscribed = true }
      return !state.hasSubscribed
    }
    guard isFirst else { return subscription.cancel() }  // Rule 1.
    handover.take()?.receive(subscription: self)
    outlet?.open()
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    let make = state.withLock { state in
      guard !state.hasEnded, state.completion == nil else { return State().message }
      if state.message != nil { state.unsettled += 1 }
      return state.message
    }
    guard let make else { return .none }
    do {
      guard let write = try make(input) else {
        state.withLock { $0.unsettled -= 1 }
        return .max(1)
      }
      writer.write(write)
    } catch {
      fail(.unencodable(error))
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    state.withLock { state in
      guard !state.hasEnded, state.completion == nil, state.hasSubscribed else { return }
      state.upstream = nil
      state.completion =
        switch completion {
        case .finished: .finished
        case .failure(let failure): .failure(.upstream(failure))
        }
    }
    completeIfSettled()
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
    state.withLock { state in
      state.outstanding = max(0, state.outstanding - 1)
      state.demand += demand
      if state.demand != .none { state.demand -= 1 }
    }
    pull()
  }

  // MARK: The writer's side

  func writerIsReady() {
    state.withLock { $0.isReady = true }
    pull()
  }

  func wrote(_ receipt: PublishReceipt) {
    outlet?.send(receipt, tag: ())
    state.withLock { $0.unsettled -= 1 }
    completeIfSettled()
  }

  func writerFailed(_ failure: JetStreamFailure) {
    fail(failure)
  }

  // MARK: Demand and end

  /// Asks upstream for as many messages as there are free places, and as downstream wants receipts of.
  private func pull() {
    let (upstream, count) = state.withLock { state -> ((any Subscription)?, Int) in
      guard state.isReady, !state.hasEnded else { return (nil, 0) }
      let count = min(window, state.demand.max ?? window) - state.outstanding
      guard count > 0 else { return (nil, 0) }
      state.outstanding += count
      return (state.upstream, count)
    }
    upstream?.request(.max(count))
  }

  private func completeIfSettled() {
    guard let completion = state.withLock({ $0.unsettled <= 0 ? $0.completion : nil }) else { return }
    guard end() else { return }
    outlet?.send(completion: completion)
  }

  private func fail(_ failure: JetStreamFailure) {
    guard end() else { return }
    outlet?.send(completion: .failure(failure))
  }

  /// Releases what the stage holds. Downstream is the outlet's to release.
  ///
  /// - Returns: Whether it had not ended before.
  @discardableResult
  private func end() -> Bool {
    let (isFirst, upstream, message) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.upstream.take(), state.message.take())
    }
    guard isFirst else { return false }
    upstream?.cancel()
    writer.stop()
    return withExtendedLifetime(message) { true }
  }
}
