import StreamCore

/// The signals of a publisher that delivers synchronously on request.
final class Collected<Input, Failure: Error>: Subscriber {
  private(set) var values: [Input] = []
  private(set) var completion: Subscribers.Completion<Failure>?
  private let step: Subscribers.Demand

  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - step: The initial demand, and the additional demand for each value.
  init(_ publisher: some Publisher<Input, Failure>, step: Subscribers.Demand = .unlimited) {
    self.step = step
    publisher.subscribe(self)
    require(completion != nil, "\(publisher) has not ended")
  }

  func receive(subscription: any Subscription) { subscription.request(step) }

  func receive(_ input: Input) -> Subscribers.Demand {
    require(completion == nil, "A value came after the completion")
    values.append(input)
    return step
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    require(self.completion == nil, "A second completion came")
    self.completion = completion
  }
}
