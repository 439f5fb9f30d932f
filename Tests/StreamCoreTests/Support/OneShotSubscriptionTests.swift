import StreamCore
import TestSupport
import Testing

@Suite("OneShotSubscription")
struct OneShotSubscriptionTests {
  typealias Recorder = RecordingSubscriber<Int, TestError>

  static func make(
    demand: Subscribers.Demand = .none, onCancel: @escaping @Sendable () -> Void = {}
  ) -> (subscription: OneShotSubscription<Int, TestError>, recorder: Recorder) {
    let recorder = Recorder(demand: demand)
    return (OneShotSubscription("OneShot", to: recorder, onCancel: onCancel), recorder)
  }

  enum Step: CaseIterable, Sendable {
    case handOver, fulfil, request
  }

  static let orders: [[Step]] = [
    [.handOver, .fulfil, .request], [.handOver, .request, .fulfil], [.fulfil, .handOver, .request],
  ]

  @Test("Value and demand may come in either order; the value is delivered when both are there", arguments: orders)
  func anyOrder(steps: [Step]) {
    let (subscription, recorder) = Self.make()
    for step in steps {
      expect(recorder.values.isEmpty)
      switch step {
      case .handOver: subscription.handOver()
      case .fulfil: subscription.fulfil(with: .success(1))
      case .request: subscription.request(.max(1))
      }
    }
    expectEqual(recorder.events, [.subscription("OneShot"), .value(1), .finished])
  }

  @Test("A failure needs no demand, but waits for receive(subscription:) to return (rule 1)")
  func failure() {
    let (subscription, recorder) = Self.make()
    subscription.fulfil(with: .failure(TestError("lost")))
    expect(recorder.events.isEmpty)
    subscription.handOver()
    expectEqual(recorder.events, [.subscription("OneShot"), .failure(TestError("lost"))])
  }

  @Test("Only the first result counts")
  func firstResult() {
    let (subscription, recorder) = Self.make()
    subscription.handOver()
    subscription.fulfil(with: .success(1))
    subscription.fulfil(with: .failure(TestError()))
    subscription.request(.max(1))
    subscription.fulfil(with: .success(3))
    subscription.request(.max(1))
    expectEqual(recorder.events, [.subscription("OneShot"), .value(1), .finished])
  }

  @Test("A cancel calls the owner's handler once, and nothing is delivered afterwards")
  func cancelling() {
    let cancels = Box(0)
    let (subscription, recorder) = Self.make(onCancel: { cancels.update { $0 += 1 } })
    subscription.handOver()
    subscription.cancel()
    subscription.cancel()
    subscription.request(.unlimited)
    subscription.fulfil(with: .success(1))
    expectEqual(cancels.value, 1)
    expectEqual(recorder.events, [.subscription("OneShot")])
  }

  @Test("A cancel after the end does not call the owner's handler")
  func cancelAfterEnd() {
    for outcome in [Result<Int, TestError>.success(1), .failure(TestError())] {
      let cancels = Box(0)
      let (subscription, recorder) = Self.make(demand: .unlimited, onCancel: { cancels.update { $0 += 1 } })
      subscription.handOver()
      subscription.fulfil(with: outcome)
      expectEqual(recorder.completions.count, 1)
      subscription.cancel()
      expectEqual(cancels.value, 0)
    }
  }

  @Test("The cancel handler may call the subscription (rule 6)", .timeLimit(.generous))
  func reentrantCancelHandler() {
    let kept = Box<OneShotSubscription<Int, TestError>?>(nil)
    let (subscription, recorder) = Self.make {
      kept.value?.fulfil(with: .success(1))
      kept.value?.cancel()
    }
    kept.value = subscription
    subscription.handOver()
    subscription.cancel()
    expectEqual(recorder.events, [.subscription("OneShot")])
    kept.value = nil
  }

  @Test("Results and requests of many threads deliver one result")
  func manyThreads() {
    for _ in 0..<300 {
      let (subscription, recorder) = Self.make()
      subscription.handOver()
      concurrently(4) { thread in
        thread.isMultiple(of: 2) ? subscription.fulfil(with: .success(thread)) : subscription.request(.max(1))
      }
      expectEqual(recorder.values.count, 1)
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("A subscription that is kept for ever retains neither downstream, value nor handler", arguments: [true, false])
  func release(isCancelled: Bool) {
    let alive = Box(0)
    weak var downstream: RecordingSubscriber<Counted, Never>?
    let subscription: OneShotSubscription<Counted, Never>
    do {
      let (recorder, captured) = (RecordingSubscriber<Counted, Never>(demand: .none), Counted(alive))
      downstream = recorder
      subscription = OneShotSubscription("OneShot", to: recorder) { withExtendedLifetime(captured) {} }
      subscription.handOver()
      subscription.fulfil(with: .success(Counted(alive)))
    }
    expect(downstream != nil)
    expectEqual(alive.value, 2)
    if isCancelled { subscription.cancel() } else { subscription.request(.max(1)) }
    expect(downstream == nil)
    expectEqual(alive.value, 0)
  }
}
