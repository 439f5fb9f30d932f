import StreamCore
import StreamTesting
import TestSupport
import Testing

@testable import StreamResilience

@Suite("ended(by:)")
struct EndedByTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>
  typealias End = Subscribers.Completion<TestError>

  private static let ends: [End] = [.finished, .failure(TestError("thrown"))]

  private let killSwitch = KillSwitch<TestError>()
  private let upstream = Upstream()

  @Test("Elements pass until the switch is thrown; then the stream ends as it says, and upstream is cancelled")
  func values() {
    for (isAbort, expected) in [(true, "-1--2#"), (false, "-1--2|")] as [(Bool, Marbles)] {
      let (scheduler, killSwitch) = (TestScheduler(), KillSwitch<MarbleFailure>())
      scheduler.schedule(after: 5) { isAbort ? killSwitch.abort(MarbleFailure()) : killSwitch.shutdown() }
      marbles("-1--2--3-", scheduler: scheduler) { $0.ended(by: killSwitch) }.expect(expected, upstream: "-----!")
    }
  }

  @Test("The first throw decides, and the others have no effect")
  func firstThrow() {
    expect(killSwitch.completion == nil)
    let recorder = upstream.ended(by: killSwitch).record()
    killSwitch.abort(TestError("first"))
    killSwitch.abort(TestError("second"))
    killSwitch.shutdown()
    expectEqual(killSwitch.completion, .failure(TestError("first")))
    expectEqual(recorder.completions, [.failure(TestError("first"))])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    let shutDown = KillSwitch<TestError>()
    shutDown.shutdown()
    shutDown.abort(TestError("second"))
    expectEqual(shutDown.completion, .finished)
  }

  @Test("After the throw a stream ends likewise, without demand, and upstream is not subscribed to", arguments: ends)
  func thrownBefore(end: End) {
    killSwitch.end(with: end)
    let recorder = upstream.ended(by: killSwitch).record(demand: .none)
    expectEqual(recorder.completions, [end])
    expectEqual(recorder.subscriptions.count, 1)
    expectEqual(upstream.subscriberCount, 0)
    expect(upstream.requests.isEmpty)
  }

  @Test("A throw inside receive(subscription:) ends the stream, and upstream is not subscribed to", arguments: ends)
  func thrownInHandover(end: End) {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onSubscription = { [killSwitch] _ in killSwitch.end(with: end) }
    upstream.ended(by: killSwitch).subscribe(recorder)
    expectEqual(recorder.completions, [end])
    expectEqual(upstream.livingSubscriptionCount, 0)
    expect(upstream.requests.isEmpty)
    expectEqual(killSwitch.signal.subscribers.count, 0)
  }

  @Test("A throw inside a delivery cancels upstream at once; that element is the last, and then comes the end")
  func thrownInDelivery() {
    let upstream = Upstream(letsGo: false)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(5))
    recorder.onValue = { [killSwitch, unowned recorder] value in
      guard value == 2 else { return .none }
      killSwitch.abort(TestError("thrown"))
      expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
      expect(recorder.completions.isEmpty)
      upstream.send(3)
      recorder.request(.max(7))
      return .max(9)
    }
    upstream.ended(by: killSwitch).subscribe(recorder)
    for number in 1...2 { upstream.send(number) }
    upstream.send(4)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.completions, [.failure(TestError("thrown"))])
    expectEqual(recorder.overlaps, 0)
    expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
    expectEqual(killSwitch.signal.subscribers.count, 0)
  }

  @Test("A cancel after a throw, inside the same delivery, suppresses the end")
  func cancelInDelivery() {
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [killSwitch, unowned recorder] _ in
      killSwitch.shutdown()
      recorder.cancel()
      return .none
    }
    upstream.ended(by: killSwitch).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(killSwitch.signal.subscribers.count, 0)
  }

  @Test(
    "A throw during a delivery on another thread does not wait for it: it cancels upstream, and the end comes after")
  func thrownAmidDelivery() {
    let (isDelivering, isThrown) = (Box(false), Box(false))
    let recorder = upstream.ended(by: killSwitch).record { _ in
      isDelivering.value = true
      while !isThrown.value {}
      return .none
    }
    concurrently(2) { [killSwitch, upstream] thread in
      if thread == 0 { return _ = upstream.send(1) }
      while !isDelivering.value {}
      killSwitch.abort(TestError("thrown"))
      expectEqual(upstream.cancelCount, 1)
      expect(recorder.completions.isEmpty)
      isThrown.value = true
    }
    expectEqual(recorder.values, [1])
    expectEqual(recorder.completions, [.failure(TestError("thrown"))])
    expectEqual(recorder.overlaps, 0)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("All streams end, in the order of their subscriptions, also a stream that is bound twice", arguments: ends)
  func severalStreams(end: End) {
    let (upstreams, order) = ((0..<5).map { _ in Upstream() }, Box<[Int]>([]))
    let recorders = upstreams.enumerated().map { index, upstream in
      let recorder = RecordingSubscriber<Int, TestError>()
      recorder.onCompletion = { _ in order.update { $0.append(index) } }
      if index == 2 {
        upstream.ended(by: killSwitch).ended(by: killSwitch).subscribe(recorder)
      } else {
        upstream.ended(by: killSwitch).subscribe(recorder)
      }
      return recorder
    }
    recorders[3].cancel()
    expectEqual(killSwitch.signal.subscribers.count, 5)
    killSwitch.end(with: end)
    expectEqual(recorders.map(\.completions), [[end], [end], [end], [], [end]])
    expectEqual(order.value, [0, 1, 2, 4])
    expectEqual(upstreams.map(\.cancelCount), [1, 1, 1, 1, 1])
    expectEqual(killSwitch.signal.subscribers.count, 0)
  }

  @Test("Streams that end by themselves leave the switch, which does not grow")
  func leaves() {
    for _ in 0..<repetitions(manyTimes, full: 1_000_000) {
      Empty<Int, TestError>().ended(by: killSwitch).subscribe(CountingSubscriber())
    }
    expectEqual(killSwitch.signal.subscribers.count, 0)
    expect(killSwitch.signal.subscribers.places.capacity <= 16)
    let recorder = upstream.ended(by: killSwitch).record()
    expectEqual(killSwitch.signal.subscribers.count, 1)
    recorder.cancel()
    expectEqual(killSwitch.signal.subscribers.count, 0)
    // While one stream goes on, others come and go.
    let lasting = upstream.ended(by: killSwitch).record()
    for _ in 0..<1_000 { Empty<Int, TestError>().ended(by: killSwitch).subscribe(CountingSubscriber()) }
    expectEqual(killSwitch.signal.subscribers.count, 1)
    expect(killSwitch.signal.subscribers.places.count <= 16)
    lasting.cancel()
  }

  @Test("A stream retains the switch until it ends, and the switch holds nothing of it after that", arguments: ends)
  func retains(end: End) {
    weak var held: KillSwitch<TestError>?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let killSwitch = KillSwitch<TestError>()
      let recorder = upstream.ended(by: killSwitch).record()
      (held, downstream, subscription) = (killSwitch, recorder, recorder.subscription)
    }
    upstream.send(1)
    expectEqual(downstream?.values, [1])
    expect(held != nil)
    // Keeps the switch, not the stream.
    let kept = held
    held?.end(with: end)
    expect(downstream == nil)
    expectEqual(kept?.signal.subscribers.count, 0)
    withExtendedLifetime((kept, subscription)) {}
  }

  @Test("The release of a switch that is not thrown ends nothing; with the last stream it is released")
  func released() {
    weak var held: KillSwitch<TestError>?
    let recorder = RecordingSubscriber<Int, TestError>()
    do {
      let killSwitch = KillSwitch<TestError>()
      held = killSwitch
      upstream.ended(by: killSwitch).subscribe(recorder)
    }
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    recorder.cancel()
    expect(held == nil)
  }

  @Test("What the switch calls, and what it releases, may use it: nothing is called under its lock")
  func reentrant() {
    let (killSwitch, log) = (killSwitch, Box<[String]>([]))
    final class Client: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let use = { @Sendable (place: String) in
      killSwitch.abort(TestError("again"))
      let late = Just(1).ended(by: killSwitch).record()
      log.update { $0.append("\(place): \(late.isFinished)") }
    }
    do {
      let client = Client { use("release") }
      let recorder = RecordingSubscriber<Int, TestError>()
      recorder.onCompletion = { _ in withExtendedLifetime(client) { use("end") } }
      Endless { use("cancel") }.ended(by: killSwitch).subscribe(recorder)
    }
    killSwitch.shutdown()
    expectEqual(log.value, ["cancel: true", "end: true", "release: true"])
  }

  @Test("Passes demand, elements and the ends of upstream on, and releases what it holds, however the stream ends")
  func upstreamEnds() {
    expectEqual(demand { $0.ended(by: killSwitch) }, .passedOn)
    expectEqual(misbehaviour { $0.ended(by: killSwitch) }, .ignored)
    expectEqual(misbehaviour(ending: .failure(TestError())) { $0.ended(by: killSwitch) }, .ignored)
    for end in Self.ends {
      let recorder = Record<Int, TestError>(output: [1, 2], completion: end).ended(by: killSwitch).record()
      expectEqual(recorder.values, [1, 2])
      expectEqual(recorder.completions, [end])
    }
    expectEqual(
      leaks { source, token in Publishers.Map(upstream: source) { token.pass($0) }.ended(by: killSwitch) }, [])
    expectEqual(killSwitch.signal.subscribers.count, 0)
  }

  @Test("A publisher that cannot fail gets the failure of the switch; neither may be able to")
  func cannotFail() {
    let source = PassthroughSubject<Int, Never>()
    let failing = source.ended(by: killSwitch).record()
    let finishing = source.ended(by: KillSwitch<Never>()).record()
    let shutDown = KillSwitch<Never>()
    let shut = source.ended(by: shutDown).record()
    source.send(1)
    killSwitch.abort(TestError("thrown"))
    shutDown.shutdown()
    source.send(2)
    expectEqual(failing.values, [1])
    expectEqual(failing.completions, [.failure(TestError("thrown"))])
    expectEqual(finishing.values, [1, 2])
    expectEqual(shut.values, [1])
    expect(shut.isFinished)
  }

  @Test("When two threads throw the switch amid elements, a prefix is delivered, then the end that the switch tells")
  func threads() {
    for _ in 0..<500 {
      let (source, killSwitch) = (PassthroughSubject<Int, TestError>(), KillSwitch<TestError>())
      let recorders = (0..<2).map { _ in source.ended(by: killSwitch).record() }
      concurrently(3) { thread in
        switch thread {
        case 0: killSwitch.shutdown()
        case 1: killSwitch.abort(TestError())
        default: for number in 0..<50 { source.send(number) }
        }
      }
      for recorder in recorders {
        expectEqual(recorder.values, Array(0..<recorder.values.count))
        expectEqual(recorder.completions, [killSwitch.completion])
        expectEqual(recorder.overlaps, 0)
      }
      expectEqual(killSwitch.signal.subscribers.count, 0)
    }
  }

  @Test("Streams that begin, and that are cancelled, while the switch is thrown leave nothing behind")
  func subscribingThreads() {
    for _ in 0..<500 {
      let (killSwitch, recorders) = (KillSwitch<TestError>(), Box<[RecordingSubscriber<Int, TestError>]>([]))
      concurrently(3) { thread in
        if thread == 0 { return killSwitch.abort(TestError()) }
        for number in 0..<20 {
          let recorder = Empty<Int, TestError>(completeImmediately: false).ended(by: killSwitch).record()
          if thread == 2, number.isMultiple(of: 2) {
            recorder.cancel()
          } else {
            recorders.update { $0.append(recorder) }
          }
        }
      }
      expectEqual(recorders.value.count { $0.completions == [.failure(TestError())] }, 30)
      expectEqual(killSwitch.signal.subscribers.count, 0)
    }
  }

  @Test("A stage describes itself by its name")
  func descriptions() {
    expectEqual(names { $0.ended(by: killSwitch) }, NamesReport(subscriber: "EndedBy", subscription: "EndedBy"))
  }
}

extension KillSwitch {
  fileprivate func end(with end: Subscribers.Completion<Failure>) {
    switch end {
    case .finished: shutdown()
    case .failure(let failure): abort(failure)
    }
  }
}

/// Sends nothing, and calls a closure when it is cancelled.
private struct Endless: ReleasingPublisher {
  typealias Output = Int
  typealias Failure = TestError

  let onCancel: @Sendable () -> Void

  func receive<S: Subscriber<Int, TestError>>(subscriber: S) {
    subscriber.receive(subscription: ScriptedSubscription(onCancel: onCancel))
  }
}
