import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("lazyMap(on:)")
struct LazyMapTests {
  // Case XA-278.
  @Test("Of the elements that come before the block only the newest is transformed, and the end comes after it")
  func newest() {
    let (scheduler, calls) = (TestScheduler(), Box(0))
    marbles("(123)--4|", scheduler: scheduler) {
      $0.lazyMap(on: scheduler) { (value: Int) -> Int in
        calls.increment()
        return value
      }
    }.expect("3--4|")
    expectEqual(calls.value, 2)
    let others: [(Marbles, Marbles)] = [("-(12|)", "-(2|)"), ("-(12#)", "-(2#)"), ("-|", "-|"), ("#", "#")]
    for (source, expected) in others {
      let scheduler = TestScheduler()
      marbles(source, scheduler: scheduler) { $0.lazyMap(on: scheduler) { $0 } }.expect(expected)
    }
  }

  // Case XA-279.
  @Test("Without demand nothing is transformed, and the newest element waits, as does the end")
  func demand() {
    let (scheduler, upstream, calls) = (TestScheduler(), ScriptedPublisher<Int, TestError>(), Box<[Int]>([]))
    let recorder = upstream.lazyMap(on: scheduler) { (value: Int) -> Int in
      calls.update { $0.append(value) }
      return value * 10
    }.record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...3 { upstream.send(value) }
    scheduler.advance(by: 0)
    expectEqual(calls.value, [])
    expectEqual(scheduler.pendingCount, 0)
    recorder.request(.max(1))
    recorder.request(.none)
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(by: 0)
    expectEqual(calls.value, [3])
    upstream.send(4)
    upstream.send(completion: .finished)
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [30])
    expectEqual(recorder.completions, [])
    recorder.request(.max(1))
    scheduler.advance(by: 0)
    expectEqual(recorder.values, [30, 40])
    expect(recorder.isFinished)
  }

  // Case XA-280.
  @Test("After a cancel before the block nothing is transformed, and everything has been released")
  func cancel() {
    let (scheduler, subject, calls) = (ManualScheduler(), PassthroughSubject<Int, Never>(), Box(0))
    weak var held: Token?
    weak var downstream: RecordingSubscriber<Int, Never>?
    do {
      let token = Token()
      held = token
      let recorder = RecordingSubscriber<Int, Never>(demand: .unlimited)
      downstream = recorder
      subject.lazyMap(on: scheduler, options: "options") { (value: Int) -> Int in
        calls.increment()
        return token.pass(value)
      }.subscribe(recorder)
      subject.send(1)
      expectEqual(scheduler.count, 1)
      expectEqual(scheduler.options, ["options"])
      recorder.cancel()
    }
    expect(held == nil)
    expect(downstream == nil)
    subject.send(2)
    scheduler.runAll()
    expectEqual(calls.value, 0)
  }

  @Test("One block is scheduled while an element waits, and another for one that comes during a transform")
  func blocks() {
    let (scheduler, subject) = (ManualScheduler(), PassthroughSubject<Int, Never>())
    let recorder = subject.lazyMap(on: scheduler) { [subject] (value: Int) -> Int in
      if value < 3 { subject.send(value + 1) }
      return value
    }.record()
    subject.send(0)
    subject.send(1)
    expectEqual(scheduler.count, 1)
    scheduler.runNext()
    expectEqual(recorder.values, [1])
    expectEqual(scheduler.count, 1)
    scheduler.runNext()
    expectEqual(recorder.values, [1, 2])
    scheduler.runAll()
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel inside the closure delivers nothing, and one inside a delivery nothing more")
  func cancelInside() {
    let (scheduler, subject) = (TestScheduler(), PassthroughSubject<Int, TestError>())
    let inClosure = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    subject.lazyMap(on: scheduler) { [unowned inClosure] (value: Int) -> Int in
      inClosure.cancel()
      return value
    }.subscribe(inClosure)
    let inDelivery = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    inDelivery.onValue = { [unowned inDelivery] _ in
      inDelivery.cancel()
      return .none
    }
    subject.lazyMap(on: scheduler) { $0 }.subscribe(inDelivery)
    subject.send(1)
    subject.send(completion: .finished)
    scheduler.resume()
    expect(inClosure.values.isEmpty && inClosure.completions.isEmpty)
    expectEqual(inDelivery.values, [1])
    expectEqual(inDelivery.completions, [])
  }

  @Test("An immediate scheduler transforms each element, very many without growing the stack")
  func immediate() {
    let recorder = (1...100_000).publisher.lazyMap(on: ImmediateScheduler.shared) { $0 }.record()
    expectEqual(recorder.values.count, 100_000)
    expect(recorder.isFinished)
    let (subject, meter) = (PassthroughSubject<Int, Never>(), StackMeter())
    let feeding = subject.lazyMap(on: ImmediateScheduler.shared) { $0 }.record { [subject] value in
      meter.note()
      if value < 10_000 { subject.send(value + 1) }
      return .none
    }
    subject.send(1)
    expectEqual(feeding.values, Array(1...10_000))
    expect(meter.extent < 10_000)
  }

  @Test("A scheduler whose blocks run elsewhere before schedule returns loses nothing")
  func joining() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.lazyMap(on: JoiningScheduler()) { $0 }.record()
    for value in 1...100 { subject.send(value) }
    subject.send(completion: .finished)
    expectEqual(recorder.values, Array(1...100))
    expect(recorder.isFinished)
  }

  @Test("Everything is released, however the stream ends")
  func releases() {
    expectEqual(
      leaks { source, token in source.lazyMap(on: ImmediateScheduler.shared) { token.pass($0) } }, [])
  }
}
