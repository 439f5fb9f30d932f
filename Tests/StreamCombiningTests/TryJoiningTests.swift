import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("tryCombineLatest and tryZip")
struct TryJoiningTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  /// Joins two letters, and throws at the second `2`.
  private static let join: @Sendable (String, String) throws(MarbleFailure) -> String = {
    one, other throws(MarbleFailure) in
    if one == "2" { throw MarbleFailure() }
    return one + other
  }

  // Case XA-159.
  @Test("A throw cancels both sides and fails")
  func throwing() {
    let (latest, other) = marbles("-1--2--|", "---a---|") { $0.tryCombineLatest($1, Self.join) }
    latest.expect("---A#", values: ["A": "1a"], upstream: "----!")
    expectEqual(other.upstream, "----!")
    let (zipped, second) = marbles("-1-2---|", "--a-b-c|") { $0.tryZip($1, Self.join) }
    zipped.expect("--A-#", values: ["A": "1a"], upstream: "----!")
    expectEqual(second.upstream, "----!")
  }

  @Test("A closure that does not throw transforms as in combineLatest and zip, and failures pass")
  func transforms() {
    marbles("-1--3--|", "---a-b-|") { $0.tryCombineLatest($1, Self.join) }
      .run.expect("---ABC-|", values: ["A": "1a", "B": "3a", "C": "3b"])
    marbles("-1--3--|", "---a-b-|") { $0.tryZip($1, Self.join) }.run.expect("---A-B-|", values: ["A": "1a", "B": "3b"])
    marbles("-1---3-|", "---a#") { $0.tryCombineLatest($1, Self.join) }
      .run.expect("---A#", values: ["A": "1a"], upstream: "----!")
    marbles("-1--3-#", "---a") { $0.tryZip($1, Self.join) }.run.expect("---A--#", values: ["A": "1a"])
  }

  // Case XA-160.
  @Test("With a typed closure the failure is typed")
  func typed() {
    let typed: @Sendable (Int, Int) throws(TestError) -> Int = { one, other throws(TestError) in
      if one == other { throw TestError("equal") }
      return one + other
    }
    let source = Source()
    let ofUpstream = source.tryCombineLatest(Source(), typed)
    expect(type(of: ofUpstream).Failure.self == TestError.self)
    expect(type(of: source.tryZip(Source(), typed)).Failure.self == TestError.self)
    let latest = Just(1).tryCombineLatest(Just(1), typed).record()
    let failure: TestError? = latest.failure
    expectEqual(failure, TestError("equal"))
    let zipped = Just(1).tryZip(Just(1), typed).record()
    let other: TestError? = zipped.failure
    expectEqual(other, TestError("equal"))
    expectEqual(Just(1).tryZip(Just(2), typed).record().values, [3])
  }

  @Test("A closure that throws any error, or none, makes the failure any error")
  func untyped() {
    let any: @Sendable (Int, Int) throws -> Int = { one, other in
      if one == other { throw TestError("equal") }
      return one + other
    }
    let failure: (any Error)? = Just(1).tryCombineLatest(Just(1), any).record().failure
    expectEqual(failure as? TestError, TestError("equal"))
    let failing: (any Error)? = Source().tryZip(Fail(error: TestError("other")), any).record().failure
    expectEqual(failing as? TestError, TestError("other"))
    expect(type(of: Just(1).tryZip(Just(2)) { $0 + $1 }).Failure.self == (any Error).self)
    expect(type(of: Just(1).tryCombineLatest(Just(2)) { $0 + $1 }).Failure.self == (any Error).self)
    let both = Fail<Int, any Error>(error: TestError("first"))
    expectEqual(both.tryCombineLatest(both, any).record().failure as? TestError, TestError("first"))
    expectEqual(both.tryZip(both, any).record().failure as? TestError, TestError("first"))
  }

  @Test("Demand is that of combineLatest and zip")
  func demand() {
    let sources = (0..<2).map { _ in Source() }
    let latest = sources[0].tryCombineLatest(sources[1]) { $0 + $1 }.record(demand: .none)
    let zipped = sources[0].tryZip(sources[1]) { $0 + $1 }.record(demand: .none)
    for value in 1...3 { for source in sources { source.send(value) } }
    for recorder in [latest, zipped] { recorder.request(.max(1)) }
    expectEqual(latest.values, [6])
    expectEqual(zipped.values, [2])
    for source in sources { expectEqual(source.requests, [.demand(.max(1)), .demand(.max(1))]) }
  }

  @Test("A throw at a pair that waited for demand drops the rest")
  func throwsLater() {
    let sources = (0..<2).map { _ in ScriptedPublisher<Int, TestError>(letsGo: false) }
    let recorder = sources[0].tryZip(sources[1]) { _, _ throws(TestError) -> Int in throw TestError("thrown") }
      .record(demand: .none)
    for value in 1...3 { for source in sources { source.send(value) } }
    recorder.request(.unlimited)
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, TestError("thrown"))
    expectEqual(sources.map(\.cancelCount), [1, 1])
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.tryZip(upstream) { a, _ in token.pass(a) } }, [])
    expectEqual(leaks { upstream, token in upstream.tryCombineLatest(upstream) { a, _ in token.pass(a) } }, [])
  }
}
