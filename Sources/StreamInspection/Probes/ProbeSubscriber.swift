internal import StreamCore

/// The upper half of a probe: stands before a subscriber, and counts what it receives.
///
/// It passes on identity, description and mirror unchanged. It has no state of its own, and is retained and released as
/// the subscriber would be.
struct ProbeSubscriber<Downstream: Subscriber>: InnerSubscriber {
  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let downstream: Downstream
  let edge: Edge

  var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  var needsGuard: Bool { downstream.isGuardedStage }

  var description: String { "\(downstream)" }

  var customMirror: Mirror { Mirror(reflecting: downstream) }

  func receive(subscription: any Subscription) {
    guard edge.begin(subscription) else { return downstream.receive(subscription: subscription) }
    downstream.receive(subscription: ProbeSubscription(subscription, edge))
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let context = ThreadContext.current
    let start = StreamTrace.start
    edge.enter(on: context.thread)
    edge.record(.value, swiftText(of: input))
    let former = context.enter(edge, delivering: true)
    let demand = downstream.receive(input)
    context.leave(to: former)
    let number = edge.leave(after: 1)
    if let start { StreamTrace.note(edge, from: start, number: number, on: context.thread) }
    edge.request(demand)
    return demand
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    switch completion {
    case .finished:
      if edge.end(.finished) { edge.record(.finished) }
      deliver(completion)
    case .failure(let error):
      // A second end, or one after a cancel, is none.
      guard edge.end(.failed) else { return deliver(completion) }
      edge.record(.failure, swiftText(of: error))
      FailureReports.pass(error, through: edge) { deliver(completion) }
    }
  }

  private func deliver(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let context = ThreadContext.current
    let start = StreamTrace.start
    edge.enter(on: context.thread)
    let former = context.enter(edge, delivering: true)
    downstream.receive(completion: completion)
    context.leave(to: former)
    _ = edge.leave(after: 0)
    if let start { StreamTrace.note(edge, from: start, number: 0, on: context.thread) }
  }
}

/// A probe whose subscriber's type is not known.
protocol AnyProbe {
  var edge: Edge { get }
}

extension ProbeSubscriber: AnyProbe {}
