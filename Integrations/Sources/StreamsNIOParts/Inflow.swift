internal import NIOConcurrencyHelpers
package import NIOCore
package import StreamCore

/// Where the elements of an ``Inflow`` come from. Both methods are called on its event loop.
package protocol InflowSource: AnyObject, Sendable {
  /// Brings elements by `offer(_:)`, and then calls `settle()`, or `end(_:)`. It is not called again before that.
  func pull()

  /// Releases everything: downstream has cancelled. Neither method is called again.
  func stop()
}

/// The subscription of one downstream to elements that are brought on an event loop, and only when they are asked for.
///
/// The event loop takes the place of a lock around deliveries: ``run()`` runs on it alone, so signals are serial (rule
/// 3). A request may come on any thread; it records the demand, and schedules a run.
// Sendable: what changes is under the lock.
package final class Inflow<Element: Sendable, Failure: Error>: Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  private struct State {
    var downstream: AnySubscriber<Element, Failure>?
    var source: (any InflowSource)?
    var elements = CircularBuffer<Element>()
    var demand = Subscribers.Demand.none
    var completion: Subscribers.Completion<Failure>?
    var isAttached = false

    /// Whether downstream's `receive(subscription:)` has returned: nothing is delivered before.
    var isHandedOver = false

    /// Whether ``run()`` is under way: a re-entrant call leaves its work to the outer one, so the stack does not grow.
    var isRunning = false

    /// Whether the source has been asked, and has not settled.
    var isPulling = false

    /// Whether it has completed, or was cancelled.
    var isEnded = false
  }

  private enum Action {
    case wait
    case pull(any InflowSource)
    case deliver(Element, AnySubscriber<Element, Failure>)
    case complete(Subscribers.Completion<Failure>, AnySubscriber<Element, Failure>)
  }

  package let description: String

  /// Where it delivers.
  package let eventLoop: any EventLoop

  /// How many elements the source is asked for before there is demand.
  private let readAhead: Int
  private let onDrop: (@Sendable (Element) -> Void)?
  private let state = NIOLockedValueBox(State())

  /// - Parameters:
  ///   - description: The description of the subscription.
  ///   - eventLoop: Where the source is, and where it delivers.
  ///   - readAhead: How many elements the source is asked for before there is demand.
  ///   - onDrop: Called with each element that waits when downstream cancels, or comes after the end: to close what it
  ///     stands for.
  package init(
    _ description: String, on eventLoop: any EventLoop, readAhead: Int = 0,
    onDrop: (@Sendable (Element) -> Void)? = nil
  ) {
    self.description = description
    self.eventLoop = eventLoop
    self.readAhead = readAhead
    self.onDrop = onDrop
  }

  /// Takes the source of a stream that begins with its subscriber, before that attaches, on any thread.
  package func retain(_ source: any InflowSource) {
    state.withLockedValue { state in
      if !state.isEnded, state.completion == nil { state.source = source }
    }
  }

  // MARK: Downstream's side

  /// Whether there is, or was, a subscriber.
  package var isAttached: Bool { state.withLockedValue { $0.isAttached } }

  /// Attaches the subscriber, if it is the first one; another one fails with `refusal`.
  package func attach<S: Subscriber>(_ subscriber: S, orFailWith refusal: Failure)
  where S.Input == Element, S.Failure == Failure {
    let isFirst = state.withLockedValue { state in
      guard !state.isAttached else { return false }
      state.isAttached = true
      state.downstream = AnySubscriber(subscriber)
      return true
    }
    guard isFirst else { return Fail<Element, Failure>(error: refusal).subscribe(subscriber) }
    subscriber.receive(subscription: self)
    state.withLockedValue { $0.isHandedOver = true }
    wake()
  }

  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    let isDue = state.withLockedValue { state in
      guard state.downstream != nil else { return false }
      state.demand += demand
      return state.isHandedOver
    }
    if isDue { wake() }
  }

  package func cancel() {
    // What is taken out is released outside the lock: that may run deinitializers (rule 6).
    let (released, isFirst) = state.withLockedValue { state in
      let released = state
      let isFirst = !state.isEnded
      state = State()
      state.isAttached = true
      state.isEnded = true
      state.isRunning = released.isRunning
      return (released, isFirst)
    }
    if let onDrop { released.elements.forEach(onDrop) }
    guard isFirst, let source = released.source else { return }
    onEventLoop { source.stop() }
  }

  private func wake() {
    onEventLoop { [self] in run() }
  }

  private func onEventLoop(_ work: @escaping @Sendable () -> Void) {
    if eventLoop.inEventLoop { work() } else { eventLoop.execute(work) }
  }

  // MARK: The source's side: on the event loop

  /// Takes the source, and retains it until the end.
  package func begin(with source: any InflowSource) {
    retain(source)
    run()
  }

  /// How many elements wait for demand.
  package var count: Int { state.withLockedValue { $0.elements.count } }

  /// Queues an element, and delivers it if there is demand. After the end it is dropped.
  package func offer(_ element: Element) {
    let isTaken = state.withLockedValue { state in
      guard !state.isEnded, state.completion == nil else { return false }
      state.elements.append(element)
      return true
    }
    if isTaken { run() } else { onDrop?(element) }
  }

  /// Ends a pull: if there is still demand, another one follows.
  package func settle() {
    state.withLockedValue { $0.isPulling = false }
    run()
  }

  /// Ends the stream after the queued elements. The first call counts; a later one may still release the source.
  ///
  /// - Parameters:
  ///   - completion: How it ends.
  ///   - stillStops: Whether a cancel before the completion still stops the source, which is retained for that: it
  ///     holds something open. Nothing is pulled any more.
  package func end(_ completion: Subscribers.Completion<Failure>, stillStops: Bool = false) {
    let source = state.withLockedValue { state -> (any InflowSource)? in
      if !state.isEnded, state.completion == nil { state.completion = completion }
      return stillStops ? nil : state.source.take()
    }
    run()
    withExtendedLifetime(source) {}
  }

  private func run() {
    eventLoop.preconditionInEventLoop()
    let isFirst = state.withLockedValue { state in
      guard !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    guard isFirst else { return }
    while true {
      switch state.withLockedValue({ next(&$0) }) {
      case .wait: return
      case .pull(let source): source.pull()
      case .deliver(let element, let downstream):
        let demand = downstream.receive(element)
        if demand != .none { state.withLockedValue { $0.demand += demand } }
      case .complete(let completion, let downstream): downstream.receive(completion: completion)
      }
    }
  }

  /// Takes out the next action; with `.wait` the run is over.
  private func next(_ state: inout State) -> Action {
    if state.isHandedOver, let downstream = state.downstream {
      if state.demand != .none, let element = state.elements.popFirst() {
        state.demand -= 1
        return .deliver(element, downstream)
      }
      if state.elements.isEmpty, let completion = state.completion {
        state.downstream = nil
        state.isEnded = true
        return .complete(completion, downstream)
      }
    }
    let isWanted = state.elements.isEmpty && state.demand != .none && state.isHandedOver
    if state.completion == nil, let source = state.source, !state.isPulling,
      isWanted || state.elements.count < readAhead
    {
      state.isPulling = true
      return .pull(source)
    }
    state.isRunning = false
    return .wait
  }
}
