public import StreamCore
public import StreamParts

/// What happens to windows.
@usableFromInline
enum WindowEvent<Element, Failure: Error> {
  case element(Element)

  /// The end of a window; of time, with the number of the timer.
  case cut(timer: Int)

  /// The end of the stream.
  case end(Subscribers.Completion<Failure>)
}

@usableFromInline
typealias WindowEventDelivery<Element, Downstream: Subscriber> = SerialDelivery<
  WindowEventPolicy<Element, Downstream.Failure>, WindowEventInner<Element, Downstream>
> where Downstream.Input == WindowPublisher<Element, Downstream.Failure>

/// The rules by which elements and boundaries, which come on threads of their own, become one order of events.
///
/// The events that wait for the thread that delivers are bounded: with `.suspend` by what upstream is asked for, otherwise here.
@usableFromInline
struct WindowEventPolicy<Input, Failure: Error>: DeliveryPolicy {
  @usableFromInline typealias Element = WindowEvent<Input, Failure>

  @usableFromInline let bounds: InletBounds<Failure>
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var boundary = UpstreamState.awaitingSubscription

  /// Whether one of the two has completed: what the other sends is ignored.
  @usableFromInline var isClosed = false

  /// The numbers of elements and of cuts that have not been delivered.
  @usableFromInline var elementCount = 0
  @usableFromInline var cutCount = 0

  @inlinable
  init(_ bounds: InletBounds<Failure>) {
    self.bounds = bounds
  }

  /// Counts an event.
  ///
  /// - Returns: The event; `nil` if there is no room for it.
  @inlinable
  mutating func add(_ event: WindowEvent<Input, Failure>) -> WindowEvent<Input, Failure>? {
    switch event {
    case .element:
      guard elementCount < bounds.bufferSize else { return nil }
      elementCount += 1
    case .cut:
      guard cutCount < bounds.bufferSize else { return nil }
      cutCount += 1
    case .end: break
    }
    return event
  }

  @usableFromInline
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    guard !isClosed else { return nil }
    if origin == .boundary { return boundary.attach(subscription) ? .unlimited : nil }
    return upstream.attach(subscription) ? bounds.firstDemand : nil
  }

  @inlinable
  func isActive(_ origin: UpstreamKey) -> Bool {
    !isClosed && (origin == .boundary ? boundary.isActive : upstream.isActive)
  }

  @usableFromInline
  mutating func complete(_ origin: UpstreamKey, _ requests: inout UpstreamRequests) -> SubscriptionObject? {
    guard !isClosed, let ended = origin == .boundary ? boundary.terminate() : upstream.terminate() else { return nil }
    isClosed = true
    return ended
  }

  @inlinable var isOver: Bool { isClosed }

  // What downstream requests here are events. Elements are requested as they leave their windows.
  @inlinable
  mutating func requested(
    _ more: Subscribers.Demand, total: Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {}

  @inlinable
  mutating func delivered(
    from origin: UpstreamKey, adding more: Subscribers.Demand, total: Subscribers.Demand, caller: UpstreamKey?,
    returned: inout Subscribers.Demand, _ requests: inout UpstreamRequests
  ) {
    if origin == .boundary { cutCount -= 1 } else { elementCount -= 1 }
  }

  @inlinable
  func subscription(of origin: UpstreamKey) -> SubscriptionObject? {
    origin == .boundary ? boundary.subscription : upstream.subscription
  }

  @usableFromInline
  mutating func end() -> EndedUpstreams {
    EndedUpstreams([upstream.terminate(), boundary.terminate()].compactMap { $0 })
  }

  @usableFromInline var upstreams: [UpstreamState] { [upstream, boundary] }
}

/// The subscriber of the elements, or of the boundary.
@usableFromInline
struct WindowSideInner<Input, Element, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: WindowEventDelivery<Element, Downstream>
  @usableFromInline let origin: UpstreamKey
  @usableFromInline let makeEvent: (Input) -> WindowEvent<Element, Failure>

  @inlinable
  init(
    delivery: WindowEventDelivery<Element, Downstream>, origin: UpstreamKey,
    makeEvent: @escaping (Input) -> WindowEvent<Element, Failure>
  ) {
    self.delivery = delivery
    self.origin = origin
    self.makeEvent = makeEvent
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { delivery.downstream.pipelineEnd }

  @usableFromInline var description: String { delivery.description }

  @inlinable var combineIdentifier: CombineIdentifier { delivery.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    delivery.attach(subscription, from: origin)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    // `nil` if the stream has ended.
    var isAdded: Bool?
    _ = delivery.receive(from: origin) { policy in
      let event = policy.add(makeEvent(input))
      isAdded = event != nil
      return event
    }
    switch isAdded {
    case true: delivery.downstream.clock?.wake()
    // A cut for which there is no room is left out: the window goes on.
    case false where origin != .boundary: drop()
    default: break
    }
    return .none
  }

  // Not by way of the cutter, which another thread is using.
  @inlinable
  func drop() {
    let bounds = delivery.downstream.cutter.hub.bounds
    if let makeFailure = bounds.makeFailure { end(.failure(makeFailure()), cancels: true) } else { bounds.reportDrop() }
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    end(completion, cancels: false)
  }

  /// Ends the stream after the events that wait.
  @inlinable
  func end(_ completion: Subscribers.Completion<Failure>, cancels: Bool) {
    _ = delivery.receive(
      contentsOf: CollectionOfOne(.end(completion)), from: origin, completion: .finished, cancels: cancels)
    delivery.downstream.clock?.wake()
  }
}

/// Takes the events, one at a time.
@usableFromInline
struct WindowEventInner<Element, Downstream: Subscriber>: StageSubscriber
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline typealias Input = WindowEvent<Element, Downstream.Failure>
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let cutter: WindowCutter<Element, Downstream>
  @usableFromInline let source: WindowEventSource<Element, Downstream>

  /// Lets the events be delivered, and cuts by time; `nil` if they are delivered where they come from.
  @usableFromInline let clock: (any WindowPacing)?

  @inlinable
  init(
    cutter: WindowCutter<Element, Downstream>, source: WindowEventSource<Element, Downstream>,
    clock: (any WindowPacing)? = nil
  ) {
    self.cutter = cutter
    self.source = source
    self.clock = clock
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { cutter.hub.pipelineEnd }

  @usableFromInline var description: String { cutter.hub.description }

  @inlinable var combineIdentifier: CombineIdentifier { cutter.hub.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard cutter.hub.begin(with: source) else { return }
    if let clock { return clock.begin() }
    cutter.open()
    subscription.request(.unlimited)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard cutter.hub.isActive else { return .none }
    switch input {
    case .element(let element): if cutter.take(element) { clock?.restart() }
    case .cut(let timer): if clock?.isCurrent(timer) ?? true { _ = cutter.cut() }
    case .end(let completion): cutter.complete(completion, cancels: true)
    }
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    cutter.complete(completion)
  }
}

/// Brings the events of timed windows to a scheduler.
@usableFromInline
protocol WindowPacing: AnyObject {
  /// The stream has begun.
  func begin()

  /// An event waits.
  func wake()

  /// A window has closed before its time.
  func restart()

  /// Whether a cut is that of the timer that runs.
  func isCurrent(_ timer: Int) -> Bool
}

/// The upstream of the windows: it passes requests for elements on to their publisher, and a cancel to both.
// Sendable: the reference is set once, before anything is sent.
@usableFromInline
final class WindowEventSource<Element, Downstream: Subscriber>: StageSubscription, @unchecked Sendable
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline weak var delivery: WindowEventDelivery<Element, Downstream>?

  @inlinable
  init() {}

  @usableFromInline var description: String { "WindowEvents" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    delivery?.state.withLock { $0.policy.subscription(of: UpstreamKey()) }?.request(demand)
  }

  @usableFromInline
  func cancel() {
    delivery?.cancel()
  }
}
