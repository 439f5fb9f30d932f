import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("tryMap")
struct TryMapTests {
  private static let refused: @Sendable (Int) throws -> Int = { number in
    guard number != 2 else { throw TestError("refused") }
    return number * 10
  }

  @Test("Republishes each element changed, then finishes")
  func values() {
    let recorder = [1, 3].publisher.tryMap(Self.refused).record()
    #expect(recorder.values == [10, 30])
    #expect(recorder.isFinished)
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryMap(Self.refused).record(demand: .max(5)) { _ in .max(1) }
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.send(2) == .none)
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
    upstream.send(3)
    upstream.send(2)
    upstream.send(completion: .failure(TestError("late")))
    recorder.request(.max(1))
    recorder.cancel()
    #expect(recorder.values == [10])
    #expect(recorder.failure as? TestError == TestError("refused"))
    #expect(upstream.requests == [.demand(.max(5)), .cancel])
  }

  @Test("Draws no further elements from a sequence after the throw")
  func throwingStopsSequence() {
    let seen = Box<[Int]>([])
    let recorder = (1...100).publisher.tryMap { number in
      seen.update { $0.append(number) }
      return try Self.refused(number)
    }.record()
    #expect(seen.value == [1, 2])
    #expect(recorder.values == [10])
    #expect(recorder.failure as? TestError == TestError("refused"))
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryMap(Self.refused).record()
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Has a failure type of any Error")
  func staticType() {
    let publisher = Just(1).tryMap { "\($0)" }
    #expect(type(of: publisher) == Publishers.TryMap<Just<Int>, String>.self)
    #expect(type(of: publisher).Failure.self == (any Error).self)
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.tryMap { $0 } } == .passedOn)
  }

  @Test("Delivers nothing after a cancel")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryMap { $0 }.record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("The value of a closure that cancels is delivered or dropped, and nothing follows")
  func cancelInsideClosure() {
    let recorder = RecordingSubscriber<Int, any Error>()
    (1...5).publisher.tryMap { [weak recorder] number in
      if number == 2 { recorder?.cancel() }
      return try Self.refused(number)
    }.subscribe(recorder)
    #expect(recorder.values == [10])
    #expect(recorder.completions.isEmpty)
  }

  @Test("A value sent from inside a delivery is delivered after the current one")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.tryMap(Self.refused).record { [subject] value in
      if value == 10 { subject.send(3) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [10, 30])
    #expect(recorder.overlaps == 0)
  }

  @Test("Releases downstream and of the closure, however the stream ends")
  func release() {
    #expect(leaks { source, token in source.tryMap { value in withExtendedLifetime(token) { _ in value } } } == [])
    #expect(
      leaks { source, token in
        source.tryMap { _ -> Int in
          withExtendedLifetime(token) {}
          throw TestError()
        }
      } == [])
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.tryMap { $0 } } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.tryMap { $0 } } == .ignored)
  }

  @Test("Its subscription describes itself as TryMap")
  func description() {
    #expect(names { $0.tryMap { $0 } } == NamesReport(subscriber: "TryMap", subscription: "TryMap"))
  }

  @Test("Serves two subscriptions independently: a throw in one does not end the other")
  func independent() {
    let subject = PassthroughSubject<Int, Never>()
    let calls = Box(0)
    let publisher = subject.tryMap { number in
      if calls.increment() == 1 { throw TestError() }
      return number
    }
    let first = publisher.record()
    let second = publisher.record()
    subject.send(1)
    subject.send(2)
    #expect(first.values == [])
    #expect(first.completions.count == 1)
    #expect(second.values == [1, 2])
    #expect(second.completions.isEmpty)
  }
}
