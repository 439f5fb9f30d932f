import StreamSubscribing
import TestSupport
import Testing

@Suite("GraduatedSink")
struct GraduatedSinkTests {
  private let signals = Signals()

  private func attach<P: Publisher>(_ publisher: P, maxDemand: Subscribers.Demand) -> AnyCancellable {
    publisher.sink(maxDemand: maxDemand) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] in
      signals.value($0)
    }
  }

  @Test("Requests three values, then one more with each value")
  func keepsDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancellable = attach(upstream, maxDemand: .max(3))
    expectEqual(upstream.requests, [.demand(.max(3))])
    for value in 1...5 { expectEqual(upstream.send(value), .max(1)) }
    expectEqual(upstream.requests, [.demand(.max(3))], "The demand goes back with the value.")
    upstream.send(completion: .finished)
    expectEqual(signals.all, ["1", "2", "3", "4", "5", "finished"])
    cancellable.cancel()
    expect(!upstream.isCancelled)
  }

  @Test("Takes all values of a source that honours the demand, and no more", arguments: [1, 2, 100])
  func takesAll(maxDemand: Int) {
    _ = attach((1...5).publisher, maxDemand: .max(maxDemand))
    expectEqual(signals.all, ["1", "2", "3", "4", "5", "finished"])
  }

  @Test("The values in flight never exceed the demand")
  func boundsWork() {
    let upstream = ScriptedPublisher<Int, Never>()
    var owed = Subscribers.Demand.none
    let cancellable = upstream.sink(maxDemand: .max(2)) { [signals] in signals.value($0) }
    owed += upstream.demand
    for value in 1...10 {
      expectEqual(owed, .max(2))
      owed -= 1
      owed += upstream.send(value)
    }
    expectEqual(signals.all.count, 10)
    cancellable.cancel()
  }

  @Test("Unlimited demand is requested once")
  func unlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancellable = attach(upstream, maxDemand: .unlimited)
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(signals.all, ["1"])
    cancellable.cancel()
  }

  @Test("Reports a failure, and nothing after it")
  func failure() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, maxDemand: .max(1))
    upstream.send(1)
    upstream.send(completion: .failure(TestError("e")))
    expectEqual(upstream.send(2), .none)
    upstream.send(completion: .finished)
    expectEqual(signals.all, ["1", "e"])
    cancellable.cancel()
  }

  @Test("A cancel from inside the closure ends the stream, and requests nothing more")
  func cancelsFromInside() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = Box<AnyCancellable?>(nil)
    cancellable.value = upstream.sink(maxDemand: .max(3)) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      signals.value(value)
      cancellable.value = nil
    }
    expectEqual(upstream.send(1), .none)
    upstream.send(2)
    upstream.send(completion: .finished)
    expectEqual(signals.all, ["1"])
    expectEqual(upstream.requests, [.demand(.max(3)), .cancel])
  }

  @Test("What a subject sends from inside the closure is delivered afterwards, once the demand has been renewed")
  func subjectReenters() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink(maxDemand: .max(1)) { [signals] value in
      if value < 3 { subject.send(value + 1) }
      signals.value(value)
    }
    subject.send(1)
    expectEqual(signals.all, ["1", "2", "3"])
    cancellable.cancel()
  }

  @Test("Very many values do not grow the stack", arguments: [1, 7])
  func takesMany(maxDemand: Int) {
    let count = Box(0)
    _ = (0..<manyTimes).publisher.sink(maxDemand: .max(maxDemand)) { _ in count.increment() }
    expectEqual(count.value, manyTimes)
  }

  @Test("Very many values that a subject sends, each from inside the closure, do not grow the stack")
  func takesManyFromSubject() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Box(0)
    let cancellable = subject.sink(maxDemand: .max(2)) { value in
      count.increment()
      if value < manyTimes { subject.send(value + 1) }
    }
    subject.send(1)
    expectEqual(count.value, manyTimes)
    cancellable.cancel()
  }

  @Test("A maximum demand of none traps")
  func refusesNone() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(maxDemand: .none) { _ in } }
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(maxDemand: .max(0)) { _ in } }
  }

  @Test("Describes itself as GraduatedSink, and shows its demand")
  func describesItself() {
    let sink = Subscribers.GraduatedSink<Int, Never>(
      maxDemand: .max(3), receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(sink.maxDemand, .max(3))
    expectEqual(sink.description, "GraduatedSink")
    expectEqual(sink.playgroundDescription as? String, "GraduatedSink")
    expectEqual(sink.customMirror.children.map(\.label), ["maxDemand", "status"])
  }
}
