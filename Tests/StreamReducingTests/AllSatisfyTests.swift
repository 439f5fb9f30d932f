import StreamCore
import StreamReducing
import StreamTesting
import TestSupport
import Testing

@Suite("allSatisfy")
struct AllSatisfyTests {
  @Test("Delivers false at the first mismatch, true at the finish")
  func values() {
    let subject = PassthroughSubject<String, TestError>()
    let recorder = subject.allSatisfy { $0.count > 3 }.record()
    subject.send("hello")
    expect(recorder.values.isEmpty)
    subject.send("abc")
    expectEqual(recorder.events, [.subscription("AllSatisfy"), .value(false), .finished])
    let all = ["hello", "world"].publisher.eraseToAnyPublisher().allSatisfy { $0.count > 3 }.record()
    expectEqual(all.values, [true])
    expect(all.isFinished)
  }

  @Test("Delivers true for a stream without elements")
  func noElement() {
    #expect(Empty<Int, Never>().allSatisfy { _ in false }.record().values == [true])
    #expect(Empty<Int, Never>().tryAllSatisfy { _ in false }.record().values == [true])
  }

  @Test("The closure is not called after the end (rule 4)", arguments: [true, false])
  func looksAtNothingLate(isFinished: Bool) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let looks = Box(0)
    let recorder = UnguardedPublisher(upstream).allSatisfy { value in
      looks.increment()
      return value > 0
    }.record()
    upstream.send(1)
    if isFinished { upstream.send(completion: .finished) } else { upstream.send(-1) }
    let count = looks.value
    upstream.send(2)
    expectEqual(looks.value, count)
    expectEqual(recorder.values, [isFinished])
  }

  @Test("A mismatch cancels upstream before the result is delivered, which waits for demand")
  func cancelsUpstream() {
    let wasCancelled = Box(false)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.allSatisfy { $0 < 2 }.record(demand: .none) { [upstream] _ in
      wasCancelled.value = upstream.isCancelled
      return .none
    }
    upstream.send(1)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(2)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [false])
    expect(recorder.isFinished)
    expect(wasCancelled.value)
  }

  @Test("A throw cancels upstream and fails the stream once, without a result")
  func throwing() {
    let predicate: @Sendable (Int) throws -> Bool = { number in
      if number == 13 { throw TestError("thirteen") }
      return number < 10
    }
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryAllSatisfy(predicate).record()
    for number in [1, 13, 2] { upstream.send(number) }
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure as? TestError, TestError("thirteen"))
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual([1, 11, 13].publisher.eraseToAnyPublisher().tryAllSatisfy(predicate).record().values, [false])
    expectEqual([1, 2].publisher.eraseToAnyPublisher().tryAllSatisfy(predicate).record().values, [true])
  }
}
