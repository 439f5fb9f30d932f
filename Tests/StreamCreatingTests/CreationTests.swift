import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("Publishers that run a closure on demand")
struct CreationTests {
  typealias Recorder = RecordingSubscriber<Token, TestError>

  // MARK: When the closure runs

  @Test("The closure runs at the first demand of each subscriber, never before", arguments: Creation.all)
  func runsOnDemand(_ creation: Creation) {
    let runs = Box(0)
    let publisher = creation.make(Token()) { runs.increment() }
    expectEqual(runs.value, 0)
    let recorders = [publisher.record(demand: .none), publisher.record(demand: .none)]
    expectEqual(runs.value, 0)
    for (index, recorder) in recorders.enumerated() {
      expectEqual(recorder.events.count, 1)
      recorder.request(.max(1))
      expectEqual(runs.value, index + 1)
      expectEqual(recorder.subscriptions, [creation.name])
      expectEqual(recorder.values.count, creation.count)
      expect(recorder.isFinished)
      recorder.request(.unlimited)
      recorder.cancel()
      expectEqual(runs.value, index + 1)
      expectEqual(recorder.events.count, 2 + creation.count)
    }
  }

  @Test("Demand from inside receive(subscription:) counts, in one or several requests", arguments: Creation.all)
  func demandWhileAttaching(_ creation: Creation) {
    let runs = Box(0)
    let recorder = Recorder(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.max(1))
      subscription.request(.unlimited)
    }
    creation.make(Token()) { runs.increment() }.subscribe(recorder)
    expectEqual(runs.value, 1)
    expectEqual(recorder.values.count, creation.count)
    expect(recorder.isFinished)
  }

  @Test(
    "A request from inside the closure or a delivery does not run the closure again (rule 3)", arguments: Creation.all)
  func reentrantRequest(_ creation: Creation) {
    let runs = Box(0)
    let recorder = Recorder(demand: .none)
    recorder.onValue = { [unowned recorder] _ in
      recorder.request(.max(1))
      return .max(1)
    }
    recorder.onCompletion = { [unowned recorder] _ in recorder.request(.unlimited) }
    let publisher = creation.make(Token()) { [unowned recorder] in
      runs.increment()
      recorder.request(.max(1))
      recorder.request(.unlimited)
    }
    publisher.subscribe(recorder)
    recorder.request(.max(1))
    expectEqual(runs.value, 1)
    expectEqual(recorder.values.count, creation.count)
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A request for no values does not run the closure", arguments: Creation.all)
  func zeroDemand(creation: Creation) {
    let runs = Box(0)
    let recorder = creation.make(Token()) { runs.increment() }.record(demand: .none)
    recorder.request(.none)
    expectEqual(runs.value, 0)
    recorder.request(.unlimited)
    expectEqual(runs.value, 1)
    let events = recorder.events.count
    recorder.request(.none)
    expectEqual(recorder.events.count, events)
  }

  // MARK: Cancelling

  @Test(
    "After a cancel before the demand, even inside receive(subscription:), the closure does not run",
    arguments: Creation.all)
  func cancelBeforeDemand(_ creation: Creation) {
    let runs = Box(0)
    let publisher = creation.make(Token()) { runs.increment() }
    let recorder = publisher.record(demand: .none)
    recorder.cancel()
    recorder.request(.unlimited)
    let attaching = Recorder()
    attaching.onSubscription = { $0.cancel() }
    publisher.subscribe(attaching)
    expectEqual(runs.value, 0)
    expectEqual(recorder.events.count, 1)
    expectEqual(attaching.events.count, 1)
  }

  @Test("After a cancel while the closure runs nothing is delivered (rule 5)", arguments: Creation.all)
  func cancelInsideClosure(_ creation: Creation) {
    let runs = Box(0)
    let recorder = Recorder(demand: .none)
    let publisher = creation.make(Token()) { [unowned recorder] in
      runs.increment()
      recorder.cancel()
    }
    publisher.subscribe(recorder)
    recorder.request(.unlimited)
    recorder.request(.unlimited)
    expectEqual(runs.value, 1)
    expectEqual(recorder.events.count, 1)
  }

  @Test("A cancel inside the delivery suppresses the completion (rule 5)", arguments: Creation.delivering)
  func cancelInsideDelivery(_ creation: Creation) {
    let recorder = Recorder()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .max(1)
    }
    creation.make(Token()) {}.subscribe(recorder)
    expectEqual(recorder.values.count, 1)
    expect(recorder.completions.isEmpty)
  }

  // MARK: Release

  enum Ending: CaseIterable, Sendable {
    case finish, cancelBeforeDemand, cancelInsideClosure, cancelInsideDelivery
  }

  @Test(
    "A subscription kept for ever retains neither downstream nor closure (rule 7)", arguments: Creation.all,
    Ending.allCases)
  func keptSubscriptionKeepsNothing(_ creation: Creation, ending: Ending) {
    weak var token: Token?
    weak var downstream: Recorder?
    var kept: (any Subscription)?
    do {
      let newToken = Token()
      let recorder = Recorder(demand: .none)
      (token, downstream) = (newToken, recorder)
      recorder.onValue = { [unowned recorder] _ in
        if ending == .cancelInsideDelivery { recorder.cancel() }
        return .none
      }
      creation.make(newToken) { [unowned recorder] in
        if ending == .cancelInsideClosure { recorder.cancel() }
      }.subscribe(recorder)
      kept = recorder.subscription
    }
    expect(token != nil)
    expect(downstream != nil)
    if ending == .cancelBeforeDemand { kept?.cancel() } else { kept?.request(.max(1)) }
    expect(token == nil)
    expect(downstream == nil)
    withExtendedLifetime(kept) {}
  }

  // A stage that queues retains itself until it ends: so does `Create`.
  @Test(
    "Without demand and without a cancel, releasing the subscription releases everything",
    arguments: Creation.all.filter { $0.name != "Create" })
  func abandoned(_ creation: Creation) {
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let recorder = creation.make(newToken) {}.record(demand: .none)
      recorder.forget()
    }
    expect(token == nil)
  }

  // MARK: Threads

  @Test("When two threads make the first request at once, the closure runs once", arguments: Creation.all)
  func requestsRace(_ creation: Creation) {
    let runs = Box(0)
    let publisher = creation.make(Token()) { runs.increment() }
    let subscribers = (0..<2_000).map { _ in
      let subscriber = CountingSubscriber<Token, TestError>()
      publisher.subscribe(subscriber)
      return subscriber
    }
    race(over: subscribers) {
      $0.request(.max(1))
    } against: {
      $0.request(.max(1))
    }
    expectEqual(runs.value, subscribers.count)
    expect(subscribers.allSatisfy { $0.valueCount == creation.count && $0.completionCount == 1 })
  }

  @Test(
    "A cancel that races the demand lets all signals through or none, and releases everything", arguments: Creation.all)
  func cancelRacesRequest(_ creation: Creation) {
    let alive = Box(0)
    let runs = Box(0)
    do {
      let subscribers = (0..<2_000).map { _ in
        let counted = Counted(alive)
        let publisher = creation.make(Token()) { _ = withExtendedLifetime(counted) { runs.increment() } }
        let subscriber = CountingSubscriber<Token, TestError>()
        publisher.subscribe(subscriber)
        return subscriber
      }
      expectEqual(alive.value, subscribers.count)
      race(over: subscribers) {
        $0.request(.max(1))
      } against: {
        $0.cancel()
      }
      // The subscribers keep their subscriptions still.
      expectEqual(alive.value, 0)
      expect(runs.value <= subscribers.count)
      expect(subscribers.allSatisfy { $0.valueCount <= creation.count && $0.completionCount <= 1 })
    }
  }

  // MARK: The contract

  @Test("Each of them keeps the contract of signals", arguments: Creation.all)
  func contract(_ creation: Creation) {
    // One token for all: what is compared is what the values say of themselves.
    let token = Token()
    let found = verifyContract(interval: 0.01) { creation.make(token) {} }
    expect(found.isEmpty)
  }

  @Test("Each of them is Sendable")
  func sendable() {
    func requireSendable<T: Sendable>(_ value: T) {}
    requireSendable(DeferredValue { 1 })
    requireSendable(DeferredTryValue { 1 })
    requireSendable(DeferredResult { Result<Int, Never>.success(1) })
    requireSendable(DeferredComplete<Int, Never>())
    requireSendable(DeferredTryComplete<Int>())
    requireSendable(DeferredPassthrough<Int, Never> { _ in })
    requireSendable(DeferredFuture<Int, Never> { _ in })
  }
}
