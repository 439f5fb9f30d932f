public import StreamCore
public import StreamSchedulers

/// Runs work where a stage delivers.
@usableFromInline
protocol InletHop: Sendable {
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs work on a scheduler.
// Sendable: a scheduler may be called on any thread.
@usableFromInline
struct SchedulerHop<Context: Scheduler>: InletHop, @unchecked Sendable {
  @usableFromInline let scheduler: Context

  @inlinable
  init(_ scheduler: Context) {
    self.scheduler = scheduler
  }

  @inlinable
  func run(_ work: @escaping @Sendable () -> Void) {
    scheduler.schedule(CancellableWork(work).runOnce)
  }
}

/// Passes signals on as they arrive, and passes requests through a hop, so that elements that wait for demand are
/// delivered there.
@usableFromInline
struct HoppingSubscriber<Downstream: Subscriber>: StageSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let hop: any InletHop

  @inlinable
  init(_ downstream: Downstream, _ hop: any InletHop) {
    self.downstream = downstream
    self.hop = hop
  }

  @usableFromInline var pipelineEnd: (any PipelineEnd)? { StreamCore.pipelineEnd(of: downstream) }

  @usableFromInline var description: String { "\(downstream)" }

  @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    downstream.receive(subscription: HoppingSubscription(object(of: subscription), hop))
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

/// Passes requests on by way of a hop, and a cancel at once.
// Sendable: a subscription may be called on any thread.
@usableFromInline
final class HoppingSubscription: StageSubscription, @unchecked Sendable {
  private let subscription: SubscriptionObject
  private let hop: any InletHop

  @usableFromInline
  init(_ subscription: SubscriptionObject, _ hop: any InletHop) {
    (self.subscription, self.hop) = (subscription, hop)
  }

  @usableFromInline var description: String { "\(subscription)" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    hop.run { self.subscription.request(demand) }
  }

  @usableFromInline
  func cancel() {
    subscription.cancel()
  }
}
