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
    expectEqual(recorder.values, [10, 30])
    expect(recorder.isFinished)
  }

  @Test("Draws no further elements from a sequence after the throw")
  func throwingStopsSequence() {
    let seen = Box<[Int]>([])
    let recorder = (1...100).publisher.tryMap { number in
      seen.update { $0.append(number) }
      return try Self.refused(number)
    }.record()
    expectEqual(seen.value, [1, 2])
    expectEqual(recorder.values, [10])
    expectEqual(recorder.failure as? TestError, TestError("refused"))
  }

  @Test("Has a failure type of any Error")
  func staticType() {
    let publisher = Just(1).tryMap { "\($0)" }
    #expect(type(of: publisher) == Publishers.TryMap<Just<Int>, String>.self)
    expect(type(of: publisher).Failure.self == (any Error).self)
  }

  @Test("The value of a closure that cancels is delivered or dropped, and nothing follows")
  func cancelInsideClosure() {
    let recorder = RecordingSubscriber<Int, any Error>()
    (1...5).publisher.tryMap { [weak recorder] number in
      if number == 2 { recorder?.cancel() }
      return try Self.refused(number)
    }.subscribe(recorder)
    expectEqual(recorder.values, [10])
    expect(recorder.completions.isEmpty)
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
    expectEqual(first.values, [])
    expectEqual(first.completions.count, 1)
    expectEqual(second.values, [1, 2])
    expect(second.completions.isEmpty)
  }
}
