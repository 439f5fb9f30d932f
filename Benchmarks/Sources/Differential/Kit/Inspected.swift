import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

/// Follows a stage or a source, and checks it against the contract. A violating signal is recorded and not forwarded: a
/// stage that trusts its upstream might trap.
struct Inspected: Publisher {
  typealias Output = Int
  typealias Failure = Fault

  let upstream: Stream
  let place: Place
  let run: Run

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Fault {
    upstream.subscribe(Inspector(subscriber, place: place, run: run))
  }
}

// Sendable: a scenario runs on one thread.
private final class Inspector<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
  @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == Fault {
  private let downstream: Downstream
  private let place: Place
  private let run: Run
  private var subscription: (any Subscription)?
  private var hasSubscription = false
  private var isCancelled = false
  private var isDelivering = false
  /// Whether downstream is receiving its subscription. If it cancels then, the completion of a peer's source without
  /// values still follows: its subscription is the empty one, which does not notice a cancel.
  private var isBeginning = false
  private var end: Subscribers.Completion<Fault>?
  private var demand = Subscribers.Demand.none

  init(_ downstream: Downstream, place: Place, run: Run) {
    self.downstream = downstream
    self.place = place
    self.run = run
  }

  var description: String { subscription.map { "\($0)" } ?? "" }

  func request(_ demand: Subscribers.Demand) {
    if demand == .none { run.record(.broke(.requestOfNothing, place)) }
    self.demand += demand
    run.enter(place) { $0.asked = $0.asked + Amount(demand) }
    subscription?.request(demand)
  }

  func cancel() {
    isCancelled = true
    run.enter(place) { $0.isOver = true }
    let upstream = subscription
    subscription = nil
    upstream?.cancel()
  }

  func receive(subscription: any Subscription) {
    guard !hasSubscription else {
      run.record(.broke(.secondSubscription, place))
      return subscription.cancel()
    }
    hasSubscription = true
    run.enter(place) { $0.subscriptions += 1 }
    self.subscription = subscription
    let early = end
    isBeginning = true
    downstream.receive(subscription: self)
    isBeginning = isCancelled
    if let early { downstream.receive(completion: early) }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    if let breach = breachOfSignal ?? (demand > .none ? nil : .valueBeyondDemand) {
      run.record(.broke(breach, place))
      return .none
    }
    demand -= 1
    run.enter(place) { $0.delivered += 1 }
    isDelivering = true
    let more = downstream.receive(input)
    isDelivering = false
    demand += more
    if more > .none { run.enter(place) { $0.asked = $0.asked + Amount(more) } }
    return more
  }

  func receive(completion: Subscribers.Completion<Fault>) {
    if isBeginning, isCancelled { return }
    if let breach = breachOfSignal {
      run.record(.broke(breach, place))
      if breach != .signalBeforeSubscription { return }
    }
    end = completion
    run.enter(place) { $0.isOver = true }
    if hasSubscription { downstream.receive(completion: completion) }
    subscription = nil
  }

  private var breachOfSignal: Breach? {
    if !hasSubscription { return .signalBeforeSubscription }
    if isDelivering { return .signalInsideSignal }
    if end != nil { return .signalAfterEnd }
    return isCancelled ? .signalAfterCancel : nil
  }
}
