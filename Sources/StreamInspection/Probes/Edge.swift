internal import StreamCore
internal import Synchronization

/// What is known of the edge between a publisher and its subscriber.
///
/// The two sides of its probe keep it, so it lives as long as one of them does: after its end it is alive only if the
/// subscriber or the subscription is retained. Deliveries are serial (rule 3), so one thread at a time writes what they
/// count, and a snapshot reads it at any time.
final class Edge: Sendable {
  enum State: UInt8, AtomicRepresentable {
    /// No subscription has arrived.
    case attached
    case open, finished, failed, cancelled
  }

  /// Numbers edges in the order in which they were made.
  let id: Int

  /// The publisher, or the one in front of it that handed it its subscriber as it was: `Deferred`, `AnyPublisher`.
  let first: Stage

  /// Those behind the first.
  private let others = Locked<[Stage]>([])

  // It stands here for the sake of the size of an edge.
  private let dropped = Atomic<UInt32>(0)

  let subscriber: Any.Type

  /// The edge below: that between the stage that subscribed, and its own subscriber. 0 at the end of a pipeline.
  let parent: Edge.ID

  /// The number of the edge at the end of the pipeline.
  let root: Edge.ID

  /// The line that subscribed; known at the end of a pipeline.
  let origin: Origin?

  /// The address of the subject that the subscriber feeds; 0 if it feeds none.
  let fed: UInt

  let began = now()

  private let requested = Atomic(0)
  private let delivered = Atomic(0)
  private let lastSignal: Atomic<Int>
  private let lastThread: Atomic<Int32>
  private let isDelivering = Atomic(false)
  private let state = Atomic(State.attached)

  // These stand here for the sake of the size of an edge.

  /// Whether the stage below subscribed while it received something: to an inner stream.
  let isInner: Bool

  /// Whether a recorder keeps what passes.
  let isRecorded = Atomic(false)

  /// The address of the publisher's subscription.
  private let subscription = Atomic<UInt>(0)

  typealias ID = Int

  init(
    _ publisher: Stage, to subscriber: Any.Type, feeding fed: UInt, below parent: (id: ID, root: ID)?,
    isInner: Bool, origin: Origin?, thread: Int32
  ) {
    id = lastNumber.add(1, ordering: .relaxed).newValue
    (first, self.subscriber) = (publisher, subscriber)
    (self.parent, root) = (parent?.id ?? 0, parent?.root ?? id)
    (self.isInner, self.origin, self.fed) = (isInner, origin, fed)
    lastSignal = Atomic(began)
    lastThread = Atomic(thread)
  }

  deinit {
    if isRecorded.load(ordering: .relaxed) { StreamRecorder.release(id) }
    let reading = reading
    let isUnheard = parent == 0 && reading.state == .cancelled && reading.delivered == 0
    EdgeRegistry.shared.forget(
      id, subscription: subscription.load(ordering: .relaxed), unheard: isUnheard ? origin : nil)
  }
}

extension Edge {
  static let unlimited = Int.max

  /// Notes the subscription.
  ///
  /// - Returns: Whether it is the first: another one is no part of the stream (rule 1).
  func begin(_ subscription: any Subscription) -> Bool {
    guard state.compareExchange(expected: .attached, desired: .open, ordering: .relaxed).exchanged else { return false }
    let address = address(of: subscription as AnyObject)
    self.subscription.store(address, ordering: .relaxed)
    EdgeRegistry.shared.add(address, of: self)
    if let object = path.object, let hub = hub(of: subscription) { EdgeRegistry.shared.add(hub, ofObject: object) }
    return true
  }

  /// Notes a request, or the demand that a delivery has returned.
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    record(.request, "\(demand)")
    let more = demand.max ?? Edge.unlimited
    var former = requested.load(ordering: .relaxed)
    while former != Edge.unlimited {
      let (sum, isTooMuch) = former.addingReportingOverflow(more)
      let desired = isTooMuch ? Edge.unlimited : sum
      let (isDone, seen) = requested.weakCompareExchange(expected: former, desired: desired, ordering: .relaxed)
      if isDone { return }
      former = seen
    }
  }

  /// Notes the beginning of a delivery.
  func enter(on thread: Int32) {
    isDelivering.store(true, ordering: .relaxed)
    lastSignal.store(now(), ordering: .relaxed)
    lastThread.store(thread, ordering: .relaxed)
  }

  /// Notes that a delivery has returned.
  ///
  /// - Returns: The number of elements that have been delivered.
  func leave(after values: Int) -> Int {
    let number = delivered.load(ordering: .relaxed) &+ values
    delivered.store(number, ordering: .releasing)
    isDelivering.store(false, ordering: .relaxed)
    return number
  }

  /// Notes the end, unless there was one. An end before the subscription is none (rule 9).
  ///
  /// - Returns: Whether it is the first.
  @discardableResult
  func end(_ end: State) -> Bool {
    state.compareExchange(expected: .open, desired: end, ordering: .relaxed).exchanged
  }

  /// Notes that the publisher has dropped elements.
  func drop(_ count: Int) {
    dropped.wrappingAdd(UInt32(clamping: count), ordering: .relaxed)
  }

  /// Keeps a signal, if a recorder wants it.
  @inline(__always)
  func record(_ kind: RecordedSignal.Kind, _ text: @autoclosure () -> String = "") {
    if isRecorded.load(ordering: .relaxed) { StreamRecorder.note(kind, text(), of: self) }
  }

  /// What is known at a moment.
  struct Reading {
    let delivered: Int
    let requested: Int
    let lastSignal: Int
    let lastThread: Int32
    let isDelivering: Bool
    let state: State
    let dropped: Int

    var hasEnded: Bool { state != .attached && state != .open }
  }

  var reading: Reading {
    // In this order: what is delivered has been requested before.
    Reading(
      delivered: delivered.load(ordering: .acquiring), requested: requested.load(ordering: .relaxed),
      lastSignal: lastSignal.load(ordering: .relaxed), lastThread: lastThread.load(ordering: .relaxed),
      isDelivering: isDelivering.load(ordering: .relaxed), state: state.load(ordering: .relaxed),
      dropped: Int(dropped.load(ordering: .relaxed)))
  }

  /// The publishers of the edge, from below.
  var path: [Stage] { [first] + others.value }

  /// Adds a publisher that was handed the subscriber of this edge.
  func add(_ stage: Stage) {
    others.withLock { $0.append(stage) }
  }

  /// A publisher.
  struct Stage: Sendable {
    let type: Any.Type

    /// The address of the object, if the publisher is one: all its edges lead to one node. Otherwise 0.
    let object: UInt

    let checkpoint: CheckpointName?
  }
}

extension [Edge.Stage] {
  /// The address of the first one that is an object.
  var object: UInt? { first { $0.object != 0 }?.object }
}

private let lastNumber = Atomic(0)
