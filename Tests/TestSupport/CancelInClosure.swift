public import StreamCore

/// Finds what goes on after downstream has cancelled from inside a closure of an operator.
///
/// The element for which the closure was called is in flight, so that it may still be delivered (rule 5 of the
/// contract). The two sources keep their subscribers and go on sending, as a careless client's would.
///
/// - Parameter makePipeline: Builds a pipeline over one or both of the sources, whose closure calls what it is passed;
///   the second source may also be what the closure returns.
/// - Returns: What is wrong, empty if there is nothing.
public func faultsOfCancelInClosure<P: Publisher>(
  _ makePipeline: (
    _ source: ScriptedPublisher<Int, TestError>, _ other: ScriptedPublisher<Int, TestError>,
    _ closure: @escaping @Sendable () -> Void
  ) -> P
) -> [String] {
  let sources = (0..<2).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
  let (calls, values, ends) = (Box(0), Box(0), Box(0))
  weak var token: Token?
  weak var downstream: RecordingSubscriber<P.Output, P.Failure>?
  var subscription: (any Subscription)?
  do {
    let newToken = Token()
    let recorder = RecordingSubscriber<P.Output, P.Failure> { _ in
      values.increment()
      return .none
    }
    recorder.onCompletion = { _ in ends.increment() }
    (token, downstream) = (newToken, recorder)
    makePipeline(sources[0], sources[1]) { [weak recorder] in
      _ = newToken.pass(calls.increment())
      recorder?.cancel()
    }.subscribe(recorder)
    subscription = recorder.subscription
  }
  for source in sources { source.send(1) }
  let valuesInFlight = values.value
  let released = token == nil && downstream == nil
  for value in 2...3 {
    for source in sources { source.send(value) }
  }
  for source in sources { source.send(completion: .finished) }
  // Until here it was kept, as a client might, and that of a stage without state is the source's.
  withExtendedLifetime(subscription) {}
  subscription = nil
  var faults: [String] = []
  if calls.value != 1 { faults.append("\(calls.value) calls of the closure") }
  if valuesInFlight > 1 { faults.append("\(valuesInFlight) values of one element") }
  if values.value > valuesInFlight { faults.append("values after the cancel") }
  if ends.value > 0 { faults.append("an end after the cancel") }
  if !released { faults.append("downstream or the closure is kept") }
  if sources[0].cancelCount != 1 { faults.append("\(sources[0].cancelCount) cancels of the source") }
  // One that has been subscribed to has been cancelled, once.
  if sources[1].cancelCount != sources[1].subscriberCount {
    faults.append("\(sources[1].cancelCount) cancels of \(sources[1].subscriberCount) subscriptions to the other")
  }
  if sources.contains(where: { $0.livingSubscriptionCount > 0 }) { faults.append("a subscription is kept") }
  return faults
}
