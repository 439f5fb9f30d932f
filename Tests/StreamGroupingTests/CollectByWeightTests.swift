import StreamSchedulers
import TestSupport
import Testing

@testable import StreamGrouping

@Suite("collect(weight:maxWeight:) and collect(weight:maxWeight:orAfter:scheduler:)")
struct CollectByWeightTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  private let scheduler = TestScheduler()
  private let upstream = Source()

  /// A recorder of batches of a weight of 8 at most, and of 4 seconds at most.
  private func recorder(
    demand: Subscribers.Demand = .unlimited, returning more: Subscribers.Demand = .none
  ) -> RecordingSubscriber<[Int], TestError> {
    upstream.collect(weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: scheduler).record(demand: demand) { _ in more
    }
  }

  // MARK: Weights

  @Test("A batch ends before an element that does not fit, and with one that fills it")
  func weighs() {
    let run = marbles("--3-3-3-9-2-5-1-|") { $0.collect(weight: { $0 }, maxWeight: 8) }
    run.expect("------A-(BC)-----D-|")
    expectEqual(run.output.inputs, [[3, 3], [3], [9], [2, 5, 1]])
  }

  @Test("An element over the limit is a batch of its own, wherever it comes")
  func heavy() {
    func batches(_ weights: Int...) -> [[Int]] {
      weights.publisher.collect(weight: { $0 }, maxWeight: 8).record().values
    }
    expectEqual(batches(9), [[9]])
    expectEqual(batches(9, 1), [[9], [1]])
    expectEqual(batches(1, 9, 9, 1), [[1], [9], [9], [1]])
    expectEqual(batches(8, 0, 8), [[8], [0, 8]])
    expectEqual(batches(), [])
  }

  @Test("Weights of zero always fit, and sums do not overflow")
  func extremes() {
    expectEqual(
      [0, 0, 1, 0, 1].publisher.collect(weight: { $0 }, maxWeight: 1).record().values, [[0, 0, 1], [0, 1]])
    let huge = [Int.max, 1, .max - 1, 1, 1].publisher
    expectEqual(huge.collect(weight: { $0 }, maxWeight: .max).record().values, [[.max], [1, .max - 1], [1, 1]])
    expectEqual(huge.collect(weight: { $0 }, maxWeight: 1).record().values, [[.max], [1], [.max - 1], [1], [1]])
  }

  @Test("Bounds below one, a negative weight and a negative interval trap")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).collect(weight: { $0 }, maxWeight: 0) }
    await #expect(processExitsWith: .failure) { _ = Just(-1).collect(weight: { $0 }, maxWeight: 1).record() }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(weight: { $0 }, maxWeight: 0, orAfter: 1, scheduler: ImmediateScheduler.shared)
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(weight: { $0 }, maxWeight: 1, orAfter: -1, scheduler: ImmediateScheduler.shared)
    }
  }

  @Test("The weight of an element is asked once")
  func asksOnce() {
    let calls = Box(0)
    let recorder = [3, 9, 3].publisher.collect(
      weight: { weight in
        calls.increment()
        return weight
      }, maxWeight: 8
    ).record()
    expectEqual(recorder.values, [[3], [9], [3]])
    expectEqual(calls.value, 3)
  }

  // MARK: Demand and the end

  @Test("Upstream is asked for one element at a time, until a batch is complete")
  func demand() {
    let recorder = upstream.collect(weight: { $0 }, maxWeight: 8).record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(3), .max(1))
    expectEqual(upstream.send(3), .max(1))
    expectEqual(upstream.send(3), .max(1))
    expectEqual(recorder.values, [[3, 3]])
    // This one completes the batch that it finds, and is one itself, which waits.
    expectEqual(upstream.send(9), .none)
    expectEqual(recorder.values, [[3, 3], [3]])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[3, 3], [3], [9]])
    expectEqual(upstream.requests, [.demand(.max(1))])
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(upstream.send(8), .max(1))
    expectEqual(recorder.values, [[3, 3], [3], [9], [8]])
  }

  @Test("Demand that downstream returns for a batch asks for the next")
  func returnedDemand() {
    let recorder = upstream.collect(weight: { _ in 1 }, maxWeight: 2).record(demand: .max(1)) {
      $0 == [1, 2] ? .max(1) : .none
    }
    expectEqual(upstream.send(1), .max(1))
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(3), .max(1))
    expectEqual(upstream.send(4), .none)
    expectEqual(recorder.values, [[1, 2], [3, 4]])
  }

  @Test("What remains at the finish waits for demand; a failure drops it")
  func ends() {
    var recorder = upstream.collect(weight: { $0 }, maxWeight: 8).record(demand: .max(1))
    for value in [3, 9] { upstream.send(value) }
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [[3]])
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[3], [9]])
    expect(recorder.isFinished)

    let other = Source()
    recorder = other.collect(weight: { $0 }, maxWeight: 8).record(demand: .max(1))
    for value in [3, 9] { other.send(value) }
    other.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [[3]])
    expectEqual(recorder.completions, [.failure(TestError())])
    marbles("---|") { $0.collect(weight: { $0 }, maxWeight: 8) }.expect("---|")
  }

  @Test("A source that ignores demand loses what it sends while a batch waits, which is reported")
  func beyondDemand() {
    let recorder = upstream.collect(weight: { _ in 1 }, maxWeight: 2).record(demand: .none)
    let drops = reportedDrops { for value in 1...4 { upstream.send(value) } }
    expectEqual(drops.map(\.operatorName), ["CollectByWeight", "CollectByWeight"])
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1, 2]])
  }

  // MARK: Time

  @Test("A batch is delivered when the interval has passed since its first element")
  func time() {
    let recorder = recorder()
    scheduler.advance(to: 3)
    expectEqual(scheduler.pendingCount, 0)
    upstream.send(1)
    scheduler.advance(to: 6)
    upstream.send(2)
    scheduler.advance(to: 6.9)
    expectEqual(recorder.values, [])
    scheduler.advance(to: 7)
    expectEqual(recorder.values, [[1, 2]])
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(to: 20)
    upstream.send(3)
    scheduler.advance(to: 23.9)
    expectEqual(recorder.values, [[1, 2]])
    scheduler.advance(to: 24)
    expectEqual(recorder.values, [[1, 2], [3]])
    expectEqual(upstream.requests, [.demand(.max(1))])
  }

  @Test("A batch that is full begins the interval of the next anew, with the same timer")
  func fullBefore() {
    let recorder = recorder()
    upstream.send(7)
    scheduler.advance(to: 3)
    upstream.send(2)
    expectEqual(recorder.values, [[7]])
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 6.9)
    expectEqual(recorder.values, [[7]])
    scheduler.advance(to: 7)
    expectEqual(recorder.values, [[7], [2]])
    // A batch that is full at once needs no timer.
    upstream.send(8)
    expectEqual(recorder.values, [[7], [2], [8]])
    expectEqual(scheduler.pendingCount, 0)
    // A timer that finds no batch is not set again.
    upstream.send(7)
    upstream.send(1)
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(by: 10)
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(recorder.values, [[7], [2], [8], [7, 1]])
  }

  @Test("A batch whose time is over waits for demand; the one element that is on its way joins it, if it fits")
  func waitsForDemand() {
    let recorder = recorder(demand: .max(1))
    expectEqual(upstream.send(1), .max(1))
    scheduler.advance(to: 4)
    expectEqual(recorder.values, [[1]])
    // Requested for the batch that is delivered now.
    expectEqual(upstream.send(2), .none)
    scheduler.advance(to: 9)
    expectEqual(recorder.values, [[1]])
    expectEqual(scheduler.pendingCount, 0)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2]])
    expectEqual(upstream.requests, [.demand(.max(1))])
    recorder.request(.max(2))
    expectEqual(upstream.send(3), .max(1))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    scheduler.advance(by: 4)
    expectEqual(recorder.values, [[1], [2], [3]])
    expectEqual(upstream.send(7), .max(1))
    scheduler.advance(by: 4)
    expectEqual(upstream.send(1), .none)
    expectEqual(recorder.values, [[1], [2], [3], [7]])
  }

  @Test("An element that does not fit into a batch whose time is over opens another")
  func joins() {
    var policy = WeightBatchesPolicy<Int, Never, VirtualTime>(maxWeight: 8, interval: 4)
    expect(policy.upstream.attach(Subscriptions.empty))
    let timer = object(of: AlarmSubscription(AlarmHandle()))
    func take(_ element: Int, isAwaited: Bool) {
      policy.isAsked = true
      _ = policy.receive(element, weight: element, at: 0, isAwaited: isAwaited)
    }
    take(3, isAwaited: true)
    expectEqual(policy.keep(timer), 4)
    expect(!policy.ring(timer, at: 4))
    take(3, isAwaited: false)
    expectEqual(policy.batches.open, [3, 3])
    take(3, isAwaited: false)
    expectEqual(policy.batches.closed, [3, 3])
    expectEqual(policy.next(), [3, 3])
    expectEqual(policy.next(), nil)
    expect(policy.hasTimer)
  }

  @Test("A timer that rings once more, early or late does nothing")
  func staleTimer() {
    var policy = WeightBatchesPolicy<Int, Never, VirtualTime>(maxWeight: 8, interval: 4)
    expect(policy.upstream.attach(Subscriptions.empty))
    let (first, second) = (object(of: Subscriptions.empty), object(of: AlarmSubscription(AlarmHandle())))
    expect(policy.receive(1, weight: 1, at: 0, isAwaited: true) == (false, true, true))
    expect(policy.receive(1, weight: 1, at: 1, isAwaited: true) == (false, true, false))
    expectEqual(policy.keep(first), 4)
    expect(!policy.ring(second, at: 9))
    expectEqual(policy.next(), nil)
    expect(policy.ring(first, at: 3))
    expectEqual(policy.keep(second), 4)
    expect(!policy.ring(first, at: 9))
    expectEqual(policy.next(), nil)
    expect(!policy.ring(second, at: 4))
    expectEqual(policy.next(), [1, 1])
    // A batch that is complete before its timer is set needs none.
    expect(policy.receive(1, weight: 1, at: 5, isAwaited: true) == (false, true, true))
    _ = policy.receive(7, weight: 7, at: 5, isAwaited: true)
    expectEqual(policy.keep(first), nil)
    expect(!policy.hasTimer)
  }

  @Test("The finish does not wait for the interval; it, a failure and a cancel stop the timer")
  func timedEnds() {
    var recorder = recorder()
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [[1]])
    expect(recorder.isFinished)
    expectEqual(scheduler.pendingCount, 0)

    let other = Source()
    recorder = other.collect(weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: scheduler).record()
    other.send(1)
    expectEqual(scheduler.pendingCount, 1)
    other.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [])
    expectEqual(recorder.completions, [.failure(TestError())])
    expectEqual(scheduler.pendingCount, 0)

    let third = Source()
    recorder = third.collect(weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: scheduler).record()
    third.send(1)
    recorder.cancel()
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(third.requests, [.demand(.max(1)), .cancel])
    scheduler.advance(by: 10)
    expectEqual(recorder.values, [])
    expectEqual(recorder.completions, [])
  }

  @Test("On an immediate scheduler each element is a batch; an interval of zero lasts until the next turn")
  func noTime() {
    let immediate = [1, 2, 3].publisher.collect(
      weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: ImmediateScheduler.shared)
    expectEqual(immediate.record().values, [[1], [2], [3]])
    expect(immediate.record().isFinished)
    expectEqual(immediate.record(demand: .max(2)).values, [[1], [2]])
    let recorder = upstream.collect(weight: { $0 }, maxWeight: 8, orAfter: 0, scheduler: scheduler).record()
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [])
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [[1, 2]])
  }

  @Test("A scheduler that runs work twice delivers a batch once")
  func twice() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.collect(weight: { $0 }, maxWeight: 8, orAfter: .milliseconds(5), scheduler: TwiceScheduler())
      .record()
    for value in 1...3 {
      subject.send(value)
      expect(eventually { recorder.values.count == value })
    }
    expectEqual(recorder.values, [[1], [2], [3]])
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Inside

  @Test("A request inside a delivery, on either thread, asks for the next batch, once")
  func reentrantRequest() {
    let recorder = RecordingSubscriber<[Int], TestError>(demand: .max(1))
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    upstream.collect(weight: { $0 }, maxWeight: 8, orAfter: 4, scheduler: scheduler).subscribe(recorder)
    expectEqual(upstream.send(8), .none)
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(upstream.send(1), .max(1))
    scheduler.advance(by: 4)
    expectEqual(recorder.values, [[8], [1]])
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(upstream.send(2), .max(1))
    recorder.onValue = nil
  }

  @Test("A cancel inside the closure or a delivery is the end")
  func cancelsInside() {
    let box = Box<RecordingSubscriber<[Int], TestError>?>(nil)
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<[Int], TestError>()
    box.value = recorder
    subject.collect(
      weight: { value in
        if value == 3 { box.value?.cancel() }
        return 1
      }, maxWeight: 2, orAfter: 4, scheduler: scheduler
    ).subscribe(recorder)
    for value in 1...5 { subject.send(value) }
    scheduler.advance(by: 10)
    expectEqual(recorder.values, [[1, 2]])
    expectEqual(scheduler.pendingCount, 0)
    box.value = nil

    let other = RecordingSubscriber<[Int], TestError>()
    other.onValue = { [weak other] _ in
      other?.cancel()
      return .none
    }
    upstream.collect(weight: { _ in 1 }, maxWeight: 2, orAfter: 4, scheduler: scheduler).subscribe(other)
    upstream.send(1)
    scheduler.advance(by: 10)
    upstream.send(2)
    scheduler.advance(by: 10)
    expectEqual(other.values, [[1]])
    expectEqual(upstream.cancelCount, 1)
    other.onValue = nil
  }

  @Test("What a subject sends from inside a delivery comes after it, in a loop")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<[Int], Never>()
    recorder.onValue = { values in
      let last = values.last ?? 0
      if last < manyTimes { subject.send(last + 1) }
      return .none
    }
    subject.collect(weight: { _ in 1 }, maxWeight: 1).subscribe(recorder)
    subject.send(0)
    expectEqual(recorder.values, (0...manyTimes).map { [$0] })
    expectEqual(recorder.overlaps, 0)
    recorder.onValue = nil
  }

  @Test("Everything is released, however the stream ends, and elements that wait with it")
  func releases() {
    let scheduler = scheduler
    expectEqual(leaks { source, token in source.collect(weight: { token.pass($0) == 0 ? 0 : 1 }, maxWeight: 2) }, [])
    expectEqual(
      leaks { source, token in
        source.collect(weight: { token.pass($0) == 0 ? 0 : 1 }, maxWeight: 9, orAfter: 4, scheduler: scheduler)
      }, [])
    let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = upstream.collect(weight: { _ in 1 }, maxWeight: 2).record()
      upstream.send(token)
      recorder.cancel()
    }
    expect(held == nil)
  }

  @Test("A stage describes itself by its name")
  func descriptions() {
    let scheduler = scheduler
    expectEqual(
      names { $0.collect(weight: { _ in 1 }, maxWeight: 1) },
      NamesReport(subscriber: "CollectByWeight", subscription: "CollectByWeight"))
    expectEqual(
      names { $0.collect(weight: { _ in 1 }, maxWeight: 1, orAfter: 1, scheduler: scheduler) },
      NamesReport(subscriber: "CollectByWeightOrTime", subscription: "CollectByWeightOrTime"))
  }
}
