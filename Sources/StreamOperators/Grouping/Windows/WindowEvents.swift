public import StreamCore
public import StreamParts

@usableFromInline
typealias WindowEventDelivery<Element, Downstream: Subscriber> = SerialDelivery<
  WindowEventPolicy<Element, Downstream.Failure>, WindowEventInner<Element, Downstream>
> where Downstream.Input == WindowPublisher<Element, Downstream.Failure>

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
    case .element(let element):
      if cutter.take(element, willClose: { source.noteTaken() }) { clock?.restart() }
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
  func noteTaken() {
    delivery?.state.withLock { $0.policy.noteTaken() }
  }

  @usableFromInline
  func cancel() {
    delivery?.cancel()
  }
}
