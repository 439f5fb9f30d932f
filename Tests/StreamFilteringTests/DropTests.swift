import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("dropFirst")
struct DropTests {
  @Test("Leaves out the first element, or the first few")
  func values() {
    #expect([1, 2, 3, 4].publisher.dropFirst().record().values == [2, 3, 4])
    let recorder = [1, 2, 3, 4].publisher.dropFirst(3).record()
    #expect(recorder.values == [4])
    #expect(recorder.isFinished)
  }

  @Test("Requests one more for each element that it drops, and nothing else")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.dropFirst(2).record(demand: .max(1))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .max(1))
    #expect(upstream.send(3) == .none)
    #expect(upstream.requests == [.demand(.max(1))])
    #expect(recorder.values == [3])
  }

  @Test("The largest count drops everything, and does not overflow")
  func hugeCount() {
    let recorder = (1...1_000).publisher.dropFirst(.max).record()
    #expect(recorder.values == [])
    #expect(recorder.isFinished)
    #expect((1...3).publisher.dropFirst(.max).dropFirst(.max).record().isFinished)
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let publisher = [1, 2, 3].publisher.dropFirst(2)
    #expect(publisher.record().values == [3])
    #expect(publisher.record().values == [3])
  }

  @Test("A negative count traps")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) as Publishers.Drop }
  }

  @Test("Two in a row collapse into one, if the context asks for that type")
  func collapses() {
    let once: Publishers.Drop<Publishers.Sequence<ClosedRange<Int>, Never>> =
      Publishers.Drop(upstream: (1...6).publisher, count: 2).dropFirst(3)
    #expect(once.count == 5)
    #expect(once.record().values == [6])
    let huge: Publishers.Drop<Just<Int>> = Publishers.Drop(upstream: Just(1), count: .max).dropFirst(.max)
    #expect(huge.count == .max)
  }

  @Test("Two are equal if upstream and the count are")
  func equality() {
    #expect(Publishers.Drop(upstream: Just(1), count: 2) == Publishers.Drop(upstream: Just(1), count: 2))
    #expect(Publishers.Drop(upstream: Just(1), count: 2) != Publishers.Drop(upstream: Just(1), count: 3))
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.dropFirst(0) } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.dropFirst(0) } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.dropFirst(0) } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.dropFirst(0).record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.dropFirst(0).record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).dropFirst(0).record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, _ in source.dropFirst(0) } == [])
  }

  @Test("Its subscription describes itself as Drop")
  func description() {
    #expect(names { $0.dropFirst(0) } == NamesReport(subscriber: "Drop", subscription: "Drop"))
  }

  @Test("A hundred thousand dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = (0...100_000).publisher.dropFirst(100_000).record(demand: .max(1))
    #expect(recorder.values == [100_000])
  }
}
