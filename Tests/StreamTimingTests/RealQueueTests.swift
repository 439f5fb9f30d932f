import Dispatch
import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

/// Hops between queues of Dispatch, and the races that come with them.
@Suite("receive(on:) and subscribe(on:) with queues")
struct RealQueueTests {
  private let semaphore = DispatchSemaphore(value: 0)
  private let places = Box<[String]>([])

  /// Notes, downstream, where a value arrives, and wakes the test at the end.
  private func end<P: Publisher>(_ publisher: P) -> AnyCancellable where P.Failure == Never {
    publisher.sink(
      receiveCompletion: { [semaphore, places] _ in
        places.update { $0.append(DispatchQueue.currentName) }
        semaphore.signal()
      },
      receiveValue: { [places] _ in places.update { $0.append(DispatchQueue.currentName) } })
  }

  private let main = DispatchQueue.named("main")
  private let global = DispatchQueue.named("global", attributes: .concurrent)

  // MARK: Where things run

  @Test("receive(on:) moves the operators after it to its queue")
  func receiveOnMovesBelow() {
    let subscription = main.sync {
      end(
        Just(1).noting(in: places) { DispatchQueue.currentName }
          .receive(on: global).noting(in: places) { DispatchQueue.currentName })
    }
    expect(semaphore.waitPatiently())
    expectEqual(places.value, ["main", "global", "global", "global"])
    subscription.cancel()
  }

  @Test("subscribe(on:) moves the operators before it to its queue, and with them the values")
  func subscribeOnMovesAbove() {
    let subscription = main.sync {
      end(Just(1).subscribe(on: global).noting(in: places) { DispatchQueue.currentName })
    }
    expect(semaphore.waitPatiently())
    expectEqual(places.value, ["global", "global", "global"])
    subscription.cancel()
  }

  @Test("subscribe(on:) and receive(on:) together: the values come from the one queue and are delivered on the other")
  func both() {
    let subscription = main.sync {
      end(Just(1).subscribe(on: global).noting(in: places) { DispatchQueue.currentName }.receive(on: main))
    }
    expect(semaphore.waitPatiently())
    expectEqual(places.value, ["global", "main", "main"])
    subscription.cancel()
  }

  @Test("A subject delivers on the queue of the sender, whatever subscribe(on:) says")
  func subjectIgnoresSubscribeOn() {
    let subject = PassthroughSubject<Int, Never>()
    let subscribed = DispatchSemaphore(value: 0)
    let upstream = Publishers.Map(upstream: Deferred { subject }) { $0 }
    let subscription = end(
      upstream.subscribe(on: global).noting(in: places) { DispatchQueue.currentName }.receive(on: main))
    // The subscription is made, and then asked for values, in one block of `global`.
    global.async(flags: .barrier) { subscribed.signal() }
    expect(subscribed.waitPatiently())
    DispatchQueue.named("sender").sync {
      subject.send(1)
      subject.send(completion: .finished)
    }
    expect(semaphore.waitPatiently())
    expectEqual(places.value, ["sender", "main", "main"])
    subscription.cancel()
  }

  // MARK: Order

  @Test("Very many values keep their order on a concurrent queue: none is lost, none overlaps, the finish is last")
  func orderOnConcurrentQueue() {
    let source = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onCompletion = { [semaphore] _ in semaphore.signal() }
    source.receive(on: DispatchQueue.global()).subscribe(recorder)
    for number in 0..<100_000 { source.send(number) }
    source.send(completion: .finished)
    expect(semaphore.waitPatiently())
    expectEqual(recorder.values, Array(0..<100_000))
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("Values that four threads send arrive once, in the order of each thread")
  func manySenders() {
    let source = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onCompletion = { [semaphore] _ in semaphore.signal() }
    source.receive(on: global).subscribe(recorder)
    concurrently(4) { thread in
      for number in 0..<5_000 { source.send(thread * 5_000 + number) }
    }
    source.send(completion: .finished)
    expect(semaphore.waitPatiently())
    let values = recorder.values
    for thread in 0..<4 {
      expectEqual(values.filter { $0 / 5_000 == thread }, Array(thread * 5_000..<(thread + 1) * 5_000))
    }
    expectEqual(values.count, 20_000)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A slow downstream never gets more than it requested, however fast the queue is (rule 2)")
  func demandOnQueue() {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1)) { $0 < 9_999 ? .max(1) : .none }
    recorder.onCompletion = { [semaphore] _ in semaphore.signal() }
    (0..<10_000).publisher.receive(on: global).subscribe(recorder)
    expect(semaphore.waitPatiently())
    expectEqual(recorder.values, Array(0..<10_000))
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Cancel

  @Test("After a cancel from another thread during many deliveries, at most the value in flight follows (rule 5)")
  func cancelDuringFlood() {
    for _ in 0..<50 {
      let source = PassthroughSubject<Int, Never>()
      let recorder = RecordingSubscriber<Int, Never>()
      source.receive(on: global).subscribe(recorder)
      let countAtCancel = Box(0)
      concurrently(2) { thread in
        if thread == 0 {
          for number in 0..<5_000 { source.send(number) }
        } else {
          while recorder.values.isEmpty {}
          recorder.cancel()
          countAtCancel.value = recorder.values.count
        }
      }
      source.send(completion: .finished)
      global.sync(flags: .barrier) {}
      expect(recorder.values.count <= countAtCancel.value + 1)
      expectEqual(recorder.values, Array(0..<recorder.values.count))
      expect(recorder.completions.isEmpty)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("A cancel from another thread ends an endless sequence that keeps a serial queue busy")
  func cancelEndless() {
    let recorder = (0...).publisher.subscribe(on: main).record()
    while recorder.values.count < 10 {}
    recorder.cancel()
    // Runs only if the queue is free again.
    main.async { [semaphore] in semaphore.signal() }
    expect(semaphore.waitPatiently())
  }

  @Test("Requests and a cancel that race do no harm, and reach upstream after the subscription")
  func requestsRaceCancel() {
    for round in 0..<500 {
      let upstream = ScriptedPublisher<Int, Never>()
      let recorder = upstream.subscribe(on: global).record(demand: .none)
      concurrently(3) { thread in
        if thread == 0 {
          recorder.cancel()
        } else {
          for _ in 0..<10 { recorder.request(.max(1)) }
        }
      }
      global.sync(flags: .barrier) {}
      let requests = upstream.requests
      expect(requests.count { $0 == .cancel } <= 1, "round \(round): \(requests)")
      expect(upstream.demand <= .max(20))
      expectEqual(upstream.subscriberCount, 0)
    }
  }

  @Test("Requests of many threads all reach upstream, through one block at a time")
  func requestsFromManyThreads() {
    let upstream = ScriptedPublisher<Int, Never>()
    let inside = Box(0)
    let overlaps = Box(0)
    upstream.onRequest = { _ in
      if inside.update({
        $0 += 1
        return $0
      }) > 1 {
        overlaps.update { $0 += 1 }
      }
      inside.update { $0 -= 1 }
    }
    let recorder = upstream.subscribe(on: global).record(demand: .none)
    concurrently(4) { _ in
      for _ in 0..<1_000 { recorder.request(.max(1)) }
    }
    global.sync(flags: .barrier) {}
    expectEqual(upstream.demand, .max(4_000))
    expectEqual(overlaps.value, 0)
  }

  @Test(
    "Downstream is released after many values across a queue, however the stream ends (rule 7)",
    arguments: [true, false])
  func releasesAfterFlood(isCancelled: Bool) {
    weak var downstream: RecordingSubscriber<Int, Never>?
    let source = PassthroughSubject<Int, Never>()
    var subscription: (any Subscription)?
    do {
      let recorder = source.receive(on: global).record()
      downstream = recorder
      subscription = recorder.subscription
      for number in 0..<1_000 { source.send(number) }
    }
    if isCancelled { subscription?.cancel() } else { source.send(completion: .finished) }
    expect(eventually { downstream == nil })
  }
}
