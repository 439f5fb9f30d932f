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
    expectEqual(recorder.values, [6])
    expect(recorder.isFinished)
  }

  @Test("Infers the type of the result from the first argument and the closure")
  func inference() {
    let numbers = (1...3).publisher.eraseToAnyPublisher()
    let same = numbers.tryReduce(0) { $0 + $1 }
    #expect(type(of: same) == Publishers.TryReduce<AnyPublisher<Int, Never>, Int>.self)
    expectEqual(same.record().values, [6])
    expectEqual(numbers.tryReduce("") { $0 + "\($1)" }.record().values, ["123"])
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.tryReduce(0) { token.pass($0 + $1) } }, [])
    expectEqual(leaks { source, token in source.tryReduce(token) { token, _ in token } }, [])
  }
}
