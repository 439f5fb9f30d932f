import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("tryScan")
struct TryScanTests {
  private static let sumBelowTen: @Sendable (Int, Int) throws -> Int = { sum, number in
    guard sum + number < 10 else { throw TestError("too much") }
    return sum + number
  }

  @Test("A throw fails the stream")
  func throwing() {
    let recorder = ["a", "b", "c", "d"].publisher.tryScan("") { text, next in
      if next == "c" { throw TestError("c") }
      return text + next
    }.record()
    expectEqual(recorder.values, ["a", "ab"])
    expectEqual(recorder.failure as? TestError, TestError("c"))
  }

  @Test("A throw cancels upstream and fails the stream, once")
  func throwingCancels() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryScan(0, Self.sumBelowTen).record(demand: .max(5)) { _ in .max(1) }
    expectEqual(upstream.send(4), .max(1))
    expectEqual(upstream.send(6), .none)
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(upstream.requests, [.demand(.max(5)), .cancel])
    expectEqual(recorder.values, [4])
    expectEqual(recorder.failure as? TestError, TestError("too much"))
  }

  @Test("Infers the type of the result from the first argument and the closure")
  func inference() {
    let numbers = PassthroughSubject<Int, Never>()
    let same = numbers.tryScan(0) { $0 + $1 }
    let text = numbers.tryScan("") { $0 + "\($1)" }
    #expect(type(of: same) == Publishers.TryScan<PassthroughSubject<Int, Never>, Int>.self)
    let recorders = (same.record(), text.record())
    for number in 1...3 { numbers.send(number) }
    expectEqual(recorders.0.values, [1, 3, 6])
    expectEqual(recorders.1.values, ["1", "12", "123"])
  }

  @Test("Each subscription has its own state (rule 8)")
  func independence() {
    let publisher = (1...3).publisher.tryScan(0, Self.sumBelowTen)
    expectEqual(publisher.record().values, [1, 3, 6])
    expectEqual(publisher.record().values, [1, 3, 6])
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.tryScan(0) { token.pass($0 + $1) } }, [])
    expectEqual(leaks { source, token in source.tryScan(token) { token, _ in token } }, [])
  }
}
