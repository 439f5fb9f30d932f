import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("repeated")
struct RepeatedTests {
  // Case XA-025.
  @Test("Subscribes again at each finish, until there were as many runs as asked for, or the closure refuses")
  func repeats() {
    marbles("-1-2|") { $0.repeated(2) }.expect("-1-2-1-2|")
    let runs = Box<[Int]>([])
    marbles("-1-2|") { source in
      source.repeated { finished in
        runs.update { $0.append(finished) }
        return finished < 3
      }
    }.expect("-1-2-1-2-1-2|")
    expectEqual(runs.value, [1, 2, 3])
  }

  // Case XA-026.
  @Test("A failure ends the repetition")
  func failure() {
    marbles("-1#") { $0.repeated(3) }.expect("-1#")
    marbles("-1#") { source in
      source.repeated { _ in
        Issue.record("There was no finish.")
        return true
      }
    }.expect("-1#")
  }

  // Case XA-027.
  @Test("With no runs it finishes, without demand and without a subscription")
  func noRuns() {
    let subscriptions = Box(0)
    let recorder = Deferred {
      subscriptions.increment()
      return Just(1)
    }.repeated(0).record(demand: .none)
    expect(recorder.isFinished)
    expectEqual(subscriptions.value, 0)
  }

  // Case XA-028.
  @Test("Demand that is outstanding at a finish is asked of the next run")
  func demand() {
    let requests = Box<[Subscribers.Demand]>([])
    let recorder = Requested(upstream: [1, 2].publisher, requests: requests).repeated().record(demand: .max(3))
    expectEqual(recorder.values, [1, 2, 1])
    expectEqual(requests.value, [.max(3), .max(1)])
    expectEqual(TestSupport.demand { $0.repeated(2) }, .passedOn)
  }

  @Test("Very many runs do not grow the stack", arguments: [false, true])
  func manyRuns(asksClosure: Bool) {
    let subscriptions = Box(0)
    let source = Deferred {
      subscriptions.increment()
      return Empty<Int, Never>()
    }
    let recorder =
      asksClosure
      ? source.repeated { $0 < 100_000 }.eraseToAnyPublisher().record()
      : source.repeated(100_000).eraseToAnyPublisher().record()
    expect(recorder.isFinished)
    expectEqual(subscriptions.value, 100_000)
  }

  @Test("An endless repetition ends by a cancel: inside a delivery, inside the closure, or from another thread")
  func cancel() {
    let inDelivery = RecordingSubscriber<Int, Never>()
    inDelivery.onValue = { [unowned inDelivery] _ in
      if inDelivery.values.count == 10 { inDelivery.cancel() }
      return .none
    }
    Just(1).repeated().subscribe(inDelivery)
    expect(inDelivery.values.count <= 11)
    expect(inDelivery.completions.isEmpty)

    let (inClosure, subscriptions) = (RecordingSubscriber<Int, Never>(), Box(0))
    Deferred {
      subscriptions.increment()
      return Just(1)
    }.repeated { [unowned inClosure] _ in
      inClosure.cancel()
      return true
    }.subscribe(inClosure)
    expectEqual(subscriptions.value, 1)

    let (fromThread, begun) = (RecordingSubscriber<Int, Never>(), Box(0))
    let endless = Deferred {
      begun.increment()
      return Empty<Int, Never>()
    }.repeated()
    concurrently(2) { thread in
      if thread == 0 { return endless.subscribe(fromThread) }
      while begun.value < 10 {}
      fromThread.cancel()
    }
    expectEqual(fromThread.events.count, 1)
  }

  @Test("Releases downstream and upstream's closures, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.repeated { _ in token.pass(false) } }, [])
    expectEqual(
      leaks { source, token in
        Deferred { withExtendedLifetime(token) { _ in source } }.repeated(2)
      }, [])
  }

  @Test("A dropped cancellable releases the closure")
  func dropped() {
    let source = PassthroughSubject<Int, Never>()
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      _ = source.repeated { _ in newToken.pass(true) }.sink { _ in }
    }
    expect(token == nil)
  }

  @Test("A negative number of runs traps; two are equal if their parts are")
  func parts() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).repeated(-1) }
    expectEqual(Just(1).repeated(2), Just(1).repeated(2))
    expect(Just(1).repeated(2) != Just(1).repeated(3))
  }
}

/// Records the requests of all subscriptions.
private struct Requested<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let requests: Box<[Subscribers.Demand]>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Inner(downstream: subscriber, requests: requests))
  }

  private struct Inner<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let requests: Box<[Subscribers.Demand]>
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: Recorded(subscription: subscription, requests: requests))
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      downstream.receive(completion: completion)
    }
  }

  private struct Recorded: Subscription {
    let subscription: any Subscription
    let requests: Box<[Subscribers.Demand]>
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) {
      requests.update { $0.append(demand) }
      subscription.request(demand)
    }

    func cancel() { subscription.cancel() }
  }
}
