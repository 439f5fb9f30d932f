import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

/// The end of the pipeline: records received signals, and acts as the scenario says.
// Sendable: a scenario runs on one thread.
final class Downstream: Subscriber, @unchecked Sendable {
  private let run: Run
  private var subscription: (any Subscription)?
  private var values = 0

  init(_ run: Run) {
    self.run = run
  }

  func request(_ amount: Amount) {
    subscription?.request(amount.demand)
  }

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }

  func receive(subscription: any Subscription) {
    run.record(.subscription)
    self.subscription = subscription
    if run.scenario.demand != .none { subscription.request(run.scenario.demand.demand) }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    run.record(.received(.value(input)))
    let index = values
    values += 1
    guard index < run.scenario.responses.count else { return .none }
    let response = run.scenario.responses[index]
    if let amount = response.requested { request(amount) }
    if response.cancels { cancel() }
    return response.returned.demand
  }

  func receive(completion: Subscribers.Completion<Fault>) {
    switch completion {
    case .finished: run.record(.received(.finished))
    case .failure(let fault): run.record(.received(.failure(fault)))
    }
  }
}
