import StreamSubscribing
import TestSupport
import Testing

@Suite("FixedSink")
struct FixedSinkTests {
  private let signals = Signals()

  private func attach<P: Publisher>(_ publisher: P, demand: Int) -> AnyCancellable {
    publisher.sink(fixedDemand: demand) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] in
      signals.value($0)
    }
  }

  @Test("Takes five of ten values, then finishes and cancels upstream")
  func takesFixedNumber() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, demand: 5)
    for value in 1...10 { expectEqual(upstream.send(value), .none) }
    upstream.send(completion: .finished)
    expectEqual(signals.all, ["1", "2", "3", "4", "5", "finished"])
    expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
    cancellable.cancel()
    expectEqual(signals.all.count, 6)
    expectEqual(upstream.requests.count, 2)
  }

  @Test("Takes three of three values, and finishes once, whatever upstream sends afterwards")
  func takesFewer() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, demand: 5)
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    upstream.send(completion: .failure(TestError()))
    upstream.send(4)
    expectEqual(signals.all, ["1", "2", "3", "finished"])
    expectEqual(upstream.requests, [.demand(.max(5))], "A stream that has ended is not cancelled.")
    cancellable.cancel()
    expectEqual(upstream.requests, [.demand(.max(5))])
  }

  @Test(
    "Takes five of ten values of a real sequence, all five of five, and none of an empty one", arguments: [10, 5, 0])
  func takesFromSequence(count: Int) {
    _ = attach((0..<count).publisher, demand: 5)
    expectEqual(signals.all, (0..<min(count, 5)).map { "\($0)" } + ["finished"])
  }

  @Test("Requests its number once, and nothing more")
  func asksOnce() {
    let upstream = ScriptedPublisher<Int, Never>()
    let cancellable = upstream.sink(fixedDemand: 3) { [signals] in signals.value($0) }
    for value in 1...2 { expectEqual(upstream.send(value), .none) }
    expectEqual(upstream.requests, [.demand(.max(3))])
    upstream.send(3)
    expectEqual(upstream.requests, [.demand(.max(3)), .cancel])
    expectEqual(signals.all, ["1", "2", "3"])
    cancellable.cancel()
  }

  @Test("Cancels upstream before it calls the completion closure, so that the closure may start anew")
  func cancelsFirst() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancelledBefore = Box(false)
    let sink = Subscribers.FixedSink<Int, TestError>(
      demand: 1, receiveCompletion: { _ in cancelledBefore.value = upstream.isCancelled }, receiveValue: { _ in })
    upstream.subscribe(sink)
    upstream.send(1)
    expect(cancelledBefore.value)
  }

  @Test("A failure before the last value is reported, and one after it is not", arguments: [2, 3])
  func failure(demand: Int) {
    let output = Record<Int, TestError>(output: [1, 2], completion: .failure(TestError("e")))
    _ = attach(output, demand: demand)
    expectEqual(signals.all, ["1", "2", demand == 2 ? "finished" : "e"])
  }

  @Test("An upstream that sends from inside the closure cannot deliver more than the number")
  func countsReentrantValues() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = upstream.sink(fixedDemand: 3) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      signals.value(value)
      upstream.send(value + 1)
    }
    upstream.send(1)
    expectEqual(signals.all, ["1", "2", "3", "finished"])
    expectEqual(upstream.cancelCount, 1)
    cancellable.cancel()
  }

  @Test("What a subject sends from inside the closure is delivered afterwards, up to the number")
  func subjectReenters() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink(fixedDemand: 3) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      subject.send(value + 1)
      signals.value(value)
    }
    subject.send(1)
    expectEqual(signals.all, ["1", "2", "3", "finished"])
    cancellable.cancel()
  }

  @Test("A cancel from inside the closure for the last value suppresses the completion")
  func cancelsAtLastValue() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = Box<AnyCancellable?>(nil)
    cancellable.value = subject.sink(fixedDemand: 2) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      signals.value(value)
      if value == 2 { cancellable.value = nil }
    }
    for value in 1...3 { subject.send(value) }
    expectEqual(signals.all, ["1", "2"])
  }

  @Test("An upstream that sends from many threads delivers exactly the number, and one completion")
  func countsOnManyThreads() {
    for _ in 0..<50 {
      let values = Box(0)
      let completions = Box(0)
      let sink = Subscribers.FixedSink<Int, Never>(
        demand: 100, receiveCompletion: { _ in completions.increment() }, receiveValue: { _ in values.increment() })
      concurrently(4) { _ in
        for value in 0..<50 { _ = sink.receive(value) }
      }
      expectEqual(completions.value, 1)
      expect(values.value <= 100)
      expect(values.value >= 97, "Of the other three threads each may have been one value behind the last.")
    }
  }

  @Test("Very many values do not grow the stack")
  func takesMany() {
    let sum = Box(0)
    _ = (0..<2 * manyTimes).publisher.sink(fixedDemand: manyTimes) { _ in sum.increment() }
    expectEqual(sum.value, manyTimes)
  }

  @Test("A demand for less than one value traps")
  func refusesDemand() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(fixedDemand: 0) { _ in } }
    await #expect(processExitsWith: .failure) {
      _ = Subscribers.FixedSink<Int, Never>(demand: -1, receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }

  @Test("Describes itself as FixedSink, and shows its demand")
  func describesItself() {
    let sink = Subscribers.FixedSink<Int, Never>(demand: 3, receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(sink.demand, 3)
    expectEqual(sink.description, "FixedSink")
    expectEqual(sink.playgroundDescription as? String, "FixedSink")
    expectEqual(sink.customMirror.children.map(\.label), ["demand", "status"])
  }
}
