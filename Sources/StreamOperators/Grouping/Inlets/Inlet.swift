public import StreamCore
public import StreamParts

/// A stage that gives out inlets.
@usableFromInline
protocol InletOwner<Element, Failure>: AnyObject {
  associatedtype Element
  associatedtype Failure: Error

  /// Whether it holds more elements than it may, the newest included, and drops that.
  var isOverfull: Bool { get }

  /// An inlet has found its subscriber.
  func subscribed(to inlet: Inlet<Element, Failure>)

  /// An inlet has delivered this many elements or, if it passes demand, has had this many requested.
  func requested(_ demand: Subscribers.Demand, by inlet: Inlet<Element, Failure>)

  /// An inlet has been cancelled, or has delivered everything.
  func ended(_ inlet: Inlet<Element, Failure>)
}

/// A child stream, as the stage that gives it out knows it; and for the child the subscription of its upstream.
// Sendable: what changes does so under the lock of the stage.
@usableFromInline
final class Inlet<Element, Failure: Error>: StageSubscription, @unchecked Sendable {
  @usableFromInline let owner: any InletOwner<Element, Failure>

  /// Its number among those of a stage that ends them in order.
  @usableFromInline var number = 0

  /// The number of its elements that the stage holds.
  @usableFromInline var held = 0

  /// Whether no more elements follow.
  @usableFromInline var isClosed = false

  /// Whether it has been cancelled, or has delivered everything.
  @usableFromInline var isOver = false

  /// The elements, until no more follow.
  @usableFromInline var delivery: InletDelivery<Element, Failure>?

  /// The elements, for as long as somebody may still read them.
  @usableFromInline weak var queue: InletDelivery<Element, Failure>?

  /// The number of its places in ``InletArrivals`` whose elements have left.
  @usableFromInline var leftPlaces = 0

  @inlinable
  init(of owner: any InletOwner<Element, Failure>) {
    self.owner = owner
  }

  @usableFromInline var description: String { "Inlet" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    owner.requested(demand, by: self)
  }

  @usableFromInline
  func cancel() {
    owner.ended(self)
  }
}

/// The end of an inlet that is given out. One subscriber takes it; if none does, its release drops the elements.
@usableFromInline
final class InletPort<Element, Failure: Error>: Sendable {
  @usableFromInline let delivery: Locked<InletDelivery<Element, Failure>?>
  @usableFromInline let hop: (any InletHop)?

  /// - Parameters:
  ///   - delivery: The elements.
  ///   - hop: The hop to where they are delivered; `nil` to deliver them where they arrive or are requested.
  @inlinable
  init(_ delivery: InletDelivery<Element, Failure>, hop: (any InletHop)?) {
    self.delivery = Locked(delivery)
    self.hop = hop
  }

  deinit { delivery.exchange(nil)?.cancel() }

  /// Attaches the subscriber, or ends it if it is a second one.
  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Element, S.Failure == Failure {
    guard let delivery = delivery.exchange(nil) else {
      subscriber.end(with: .finished)
      return
    }
    if let inlet = delivery.state.withLock({ $0.policy.inlet }) { inlet.owner.subscribed(to: inlet) }
    if let hop {
      delivery.downstream.target = ErasedSubscriber(HoppingSubscriber(subscriber, hop))
      delivery.beginLate { $0.hasSubscriber = true }
      hop.run(InletHandover(delivery: delivery).end)
    } else {
      delivery.downstream.target = ErasedSubscriber(subscriber)
      delivery.beginLate { $0.hasSubscriber = true }
      delivery.endHandover()
    }
  }
}

/// The end of a handover, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic
/// parameters.
@usableFromInline
struct InletHandover<Element, Failure: Error>: Sendable {
  @usableFromInline let delivery: InletDelivery<Element, Failure>

  @inlinable
  init(delivery: InletDelivery<Element, Failure>) {
    self.delivery = delivery
  }

  @inlinable
  @Sendable
  func end() {
    delivery.endHandover()
  }
}
