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

  @Test("A-170, B-12, N-40, N-46: asks for three, then for one more with each value")
  func keepsDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancellable = attach(upstream, maxDemand: .max(3))
    #expect(upstream.requests == [.demand(.max(3))])
    for value in 1...5 { #expect(upstream.send(value) == .max(1)) }
    #expect(upstream.requests == [.demand(.max(3))], "The demand goes back with the value.")
    upstream.send(completion: .finished)
    #expect(signals.all == ["1", "2", "3", "4", "5", "finished"])
    cancellable.cancel()
    #expect(!upstream.isCancelled)
  }

  @Test("A-170: takes all of a source that sends what was asked for, and no more", arguments: [1, 2, 100])
  func takesAll(maxDemand: Int) {
    _ = attach((1...5).publisher, maxDemand: .max(maxDemand))
    #expect(signals.all == ["1", "2", "3", "4", "5", "finished"])
  }

  @Test("A-170: what works for it is never ahead of it by more than the demand")
  func boundsWork() {
    let upstream = ScriptedPublisher<Int, Never>()
    var owed = Subscribers.Demand.none
    let cancellable = upstream.sink(maxDemand: .max(2)) { [signals] in signals.value($0) }
    owed += upstream.demand
    for value in 1...10 {
      #expect(owed == .max(2))
      owed -= 1
      owed += upstream.send(value)
    }
    #expect(signals.all.count == 10)
    cancellable.cancel()
  }

  @Test("A demand without limit is asked for once")
  func unlimited() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let cancellable = attach(upstream, maxDemand: .unlimited)
    #expect(upstream.send(1) == .none)
    #expect(upstream.requests == [.demand(.unlimited)])
    #expect(signals.all == ["1"])
    cancellable.cancel()
  }

  @Test("Tells of a failure, and of nothing after it")
  func failure() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = attach(upstream, maxDemand: .max(1))
    upstream.send(1)
    upstream.send(completion: .failure(TestError("e")))
    #expect(upstream.send(2) == .none)
    upstream.send(completion: .finished)
    #expect(signals.all == ["1", "e"])
    cancellable.cancel()
  }

  @Test("A cancel from inside the closure stops the stream, and asks for nothing more")
  func cancelsFromInside() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let cancellable = Box<AnyCancellable?>(nil)
    cancellable.value = upstream.sink(maxDemand: .max(3)) { [signals] in
      signals.completion($0)
    } receiveValue: { [signals] value in
      signals.value(value)
      cancellable.value = nil
    }
    #expect(upstream.send(1) == .none)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(signals.all == ["1"])
    #expect(upstream.requests == [.demand(.max(3)), .cancel])
  }

  @Test("A subject that sends from inside the closure delivers afterwards, when the demand has been given back")
  func subjectReenters() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink(maxDemand: .max(1)) { [signals] value in
      if value < 3 { subject.send(value + 1) }
      signals.value(value)
    }
    subject.send(1)
    #expect(signals.all == ["1", "2", "3"])
    cancellable.cancel()
  }

  @Test("Takes a hundred thousand values without a stack that grows", arguments: [1, 7])
  func takesMany(maxDemand: Int) {
    let count = Box(0)
    _ = (0..<100_000).publisher.sink(maxDemand: .max(maxDemand)) { _ in count.increment() }
    #expect(count.value == 100_000)
  }

  @Test("A subject that sends a hundred thousand values, each from inside the closure, grows no stack")
  func takesManyFromSubject() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Box(0)
    let cancellable = subject.sink(maxDemand: .max(2)) { value in
      count.increment()
      if value < 100_000 { subject.send(value + 1) }
    }
    subject.send(1)
    #expect(count.value == 100_000)
    cancellable.cancel()
  }

  @Test("Refuses to ask for nothing, loudly")
  func refusesNone() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(maxDemand: .none) { _ in } }
    await #expect(processExitsWith: .failure) { _ = Just(1).sink(maxDemand: .max(0)) { _ in } }
  }

  @Test("Describes itself as GraduatedSink, and shows its demand")
  func describesItself() {
    let sink = Subscribers.GraduatedSink<Int, Never>(
      maxDemand: .max(3), receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(sink.maxDemand == .max(3))
    #expect(sink.description == "GraduatedSink")
    #expect(sink.playgroundDescription as? String == "GraduatedSink")
    #expect(sink.customMirror.children.map(\.label) == ["maxDemand", "status"])
  }
}
