import StreamCore
import TestSupport
import Testing

@Suite("Deferred")
struct DeferredTests {
  @Test("The closure runs once for each subscription, and not before")
  func runsForEachSubscription() {
    let runs = Box(0)
    let deferred = Deferred {
      Future<Int, Never> { promise in promise(.success(runs.next())) }
    }
    expectEqual(runs.value, 0)
    expectEqual(deferred.record().values, [1])
    expectEqual(deferred.record().values, [2])
    expectEqual(runs.value, 2)
  }

  @Test("The closure runs at the subscription, whether or not there is demand")
  func runsWithoutDemand() {
    let runs = Box(0)
    let recorder = Deferred { () -> Just<Int> in
      runs.update { $0 += 1 }
      return Just(1)
    }.record(demand: .none)
    expectEqual(runs.value, 1)
    expectEqual(recorder.events, [.subscription("Just")])
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("Just"), .value(1), .finished])
    expectEqual(runs.value, 1)
  }

  @Test("Demand, values, failure and cancel pass between the subscriber and the publisher made")
  func passesEverything() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = Deferred { upstream }.record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.max(4))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(4))])
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.events, [.subscription("Scripted"), .value(1), .failure(TestError())])

    let other = Deferred { upstream }.record()
    other.cancel()
    expect(upstream.isCancelled)
  }

  @Test("Each call of createPublisher makes another publisher")
  func createPublisher() {
    let runs = Box(0)
    let deferred = Deferred { Just(runs.next()) }
    expectEqual(deferred.createPublisher(), Just(1))
    expectEqual(deferred.createPublisher(), Just(2))
  }

  @Test("The closure may subscribe to the same publisher again")
  func reentrant() {
    let depth = Box(0)
    let publisher = Box<AnyPublisher<Int, Never>?>(nil)
    publisher.value = Deferred {
      let level = depth.next()
      return level == 3 ? Just(level).eraseToAnyPublisher() : publisher.value ?? Empty().eraseToAnyPublisher()
    }.eraseToAnyPublisher()
    expectEqual(publisher.value?.record().values, [3])
    publisher.value = nil
  }

  @Test("A subscription retains neither the closure nor what it captured")
  func releasesClosure() {
    weak var captured: Token?
    let recorder: RecordingSubscriber<Int, Never>
    do {
      let token = Token()
      captured = token
      recorder = Deferred { () -> Empty<Int, Never> in
        withExtendedLifetime(token) { Empty(completeImmediately: false) }
      }.record()
    }
    expect(captured == nil)
    expectEqual(recorder.subscriptions.count, 1)
  }
}

extension Box<Int> {
  /// Counts up.
  fileprivate func next() -> Int {
    update { count in
      count += 1
      return count
    }
  }
}
