import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("tryReduce")
struct TryReduceTests {
  private static let sumBelowTen: @Sendable (Int, Int) throws -> Int = { sum, number in
    guard sum + number < 10 else { throw TestError("too much") }
    return sum + number
  }

  @Test("Delivers the sum at the finish")
  func sum() {
    let recorder = [1, 2, 3].publisher.eraseToAnyPublisher().tryReduce(0, Self.sumBelowTen).record()
    #expect(recorder.values == [6])
    #expect(recorder.isFinished)
  }

  @Test("A throw cancels upstream and fails the stream once, without a result")
  func throwing() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryReduce(0, Self.sumBelowTen).record()
    upstream.send(4)
    upstream.send(6)
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
    upstream.send(1)
    upstream.send(completion: .finished)
    #expect(recorder.values.isEmpty)
    #expect(recorder.failure as? TestError == TestError("too much"))
    #expect(upstream.requests == [.demand(.unlimited), .cancel])
  }

  @Test("A thrown error needs no demand")
  func throwingWithoutDemand() {
    let recorder = [6, 6].publisher.eraseToAnyPublisher().tryReduce(0, Self.sumBelowTen).record(demand: .none)
    #expect(recorder.failure as? TestError == TestError("too much"))
  }

  @Test("Infers the type of the result from the first argument and the closure")
  func inference() {
    let numbers = (1...3).publisher.eraseToAnyPublisher()
    let same = numbers.tryReduce(0) { $0 + $1 }
    #expect(type(of: same) == Publishers.TryReduce<AnyPublisher<Int, Never>, Int>.self)
    #expect(same.record().values == [6])
    #expect(numbers.tryReduce("") { $0 + "\($1)" }.record().values == ["123"])
  }

  @Test("Widens a failure of upstream to any Error")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).tryReduce(0, Self.sumBelowTen).record()
    #expect(recorder.failure as? TestError == TestError("broken"))
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.tryReduce(0) { token.pass($0 + $1) } } == [])
    #expect(leaks { source, token in source.tryReduce(token) { token, _ in token } } == [])
  }

  @Test("Describes itself by the name of the type")
  func descriptions() {
    #expect(names { $0.tryReduce(0, +) } == NamesReport(subscriber: "TryReduce", subscription: "TryReduce"))
  }
}
