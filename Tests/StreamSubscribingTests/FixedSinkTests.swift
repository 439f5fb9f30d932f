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

  @Test("A-169, N-39, N-45: takes five of ten values, then finishes and cancels upstream")
  func takesFixedNumber() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, demand: 5)
    for value in 1...10 { #expect(upstream.send(value) == .none) }
    upstream.send(completion: .finished)
    #expect(signals.all == ["1", "2", "3", "4", "5", "finished"])
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
    cancellable.cancel()
    #expect(signals.all.count == 6)
    #expect(upstream.requests.count == 2)
  }

  @Test("A-169: on three values takes them, and finishes once, whatever stands behind them")
  func takesFewer() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, demand: 5)
    for value in 1...3 { upstream.send(value) }
    upstream.send(completion: .finished)
    upstream.send(completion: .failure(TestError()))
    upstream.send(4)
    #expect(signals.all == ["1", "2", "3", "finished"])
    #expect(upstream.requests == [.demand(.max(5))], "A stream that has ended is not cancelled.")
    cancellable.cancel()
    #expect(upstream.requests == [.demand(.max(5))])
  }

  @Test("A-169: on real sequences of ten values, of exactly five, and of none", arguments: [10, 5, 0])
  func takesFromSequence(count: Int) {
    _ = attach((0..<count).publisher, demand: 5)
    #expect(signals.all == (0..<min(count, 5)).map { "\($0)" } + ["finished"])
  }

  @Test("B-12: asks once for all, and never again")
  func asksOnce() {
    let upstream = ScriptedPublisher<Int, Never>()
    let cancellable = upstream.sink(fixedDemand: 3) { [signals] in signals.value($0) }
    for value in 1...2 { #expect(upstream.send(value) == .none) }
    #expect(upstream.requests == [.demand(.max(3))])
    upstream.send(3)
    #expect(upstream.requests == [.demand(.max(3)), .cancel])
    #expect(signals.all == ["1", "2", "3"])
    cancellable.cancel()
  }

  @Test("Cancels upstream before it tells of the end, so that what is told may start anew")
  func cancelsFirst() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancelledBefore = Box(false)
    let sink = Subscribers.FixedSink<Int, TestError>(
      demand: 1, receiveCompletion: { _ in cancelledBefore.value = upstream.isCancelled }, receiveValue: { _ in })
    upstream.subscribe(sink)
    upstream.send(1)
    #expect(cancelledBefore.value)
  }

  @Test("A failure before the last value is told, and one after it is not", arguments: [2, 3])
  func failure(demand: Int) {
    let output = Record<Int, TestError>(output: [1, 2], completion: .failure(TestError("e")))
    _ = attach(output, demand: demand)
    #expect(signals.all == ["1", "2", demand == 2 ? "finished" : "e"])
  }

  @Test("An upstream that sends from inside the closure does not get a value too many through")
  func countsReentrantValues() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = upstream.sink(fixedDemand: 3) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      signals.value(value)
      upstream.send(value + 1)
    }
    upstream.send(1)
    #expect(signals.all == ["1", "2", "3", "finished"])
    #expect(upstream.cancelCount == 1)
    cancellable.cancel()
  }

  @Test("A subject that sends from inside the closure delivers afterwards, up to the number")
  func subjectReenters() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink(fixedDemand: 3) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      subject.send(value + 1)
      signals.value(value)
    }
    subject.send(1)
    #expect(signals.all == ["1", "2", "3", "finished"])
    cancellable.cancel()
  }

  @Test("A cancel from inside the closure for the last value keeps the completion back")
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
    #expect(signals.all == ["1", "2"])
  }

  @Test("An upstream that sends from many threads gets the number through, and one completion")
  func countsOnManyThreads() {
    for _ in 0..<50 {
      let values = Box(0)
      let completions = Box(0)
      let sink = Subscribers.FixedSink<Int, Never>(
        demand: 100, receiveCompletion: { _ in completions.increment() }, receiveValue: { _ in values.increment() })
      concurrently(4) { _ in
        for value in 0..<50 { _ = sink.receive(value) }
      }
      #expect(completions.value == 1)
      #expect(values.value <= 100)
      #expect(values.value >= 97, "Of the other three threads each may have been one value behind the last.")
    }
  }

  @Test("Takes a hundred thousand values without a stack that grows")
  func takesMany() {
    let sum = Box(0)
    _ = (0..<200_000).publisher.sink(fixedDemand: 100_000) { _ in sum.increment() }
    #expect(sum.value == 100_000)
  }

  @Test("Refuses a demand for less than one value loudly")
  func refusesDemand() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(fixedDemand: 0) { _ in } }
    await #expect(processExitsWith: .failure) {
      _ = Subscribers.FixedSink<Int, Never>(demand: -1, receiveCompletion: { _ in }, receiveValue: { _ in })
    }
  }

  @Test("Describes itself as FixedSink, and shows its demand")
  func describesItself() {
    let sink = Subscribers.FixedSink<Int, Never>(demand: 3, receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(sink.demand == 3)
    #expect(sink.description == "FixedSink")
    #expect(sink.playgroundDescription as? String == "FixedSink")
    #expect(sink.customMirror.children.map(\.label) == ["demand", "status"])
  }
}
