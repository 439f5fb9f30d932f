import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("and, or, allLatest and anyLatest")
struct AndOrTests {
  private typealias Truths = Publishers.Map<MarblePublisher<String, MarbleFailure>, Bool>

  private func run<P: Publisher<Bool, MarbleFailure>>(
    _ one: Marbles, _ other: Marbles, _ combine: (Truths, Truths) -> P
  ) -> MarbleRun<Bool, MarbleFailure> {
    marbles(one, other) { one, other in
      combine(Publishers.Map(upstream: one) { $0 == "t" }, Publishers.Map(upstream: other) { $0 == "t" })
    }.run
  }

  // Case XA-181.
  @Test("The latest elements of two are joined")
  func two() {
    run("t---f---|", "--t---f-|") { $0.and($1) }.expect("--t-f-f-|") { $0 == "t" }
    run("t---f---|", "--t---f-|") { $0.or($1) }.expect("--t-t-f-|") { $0 == "t" }
  }

  @Test("The latest elements of a collection are joined")
  func collection() {
    run("t---f---|", "--t---f-|") { [$0, $1].allLatest() }.expect("--t-f-f-|") { $0 == "t" }
    run("t---f---|", "--t---f-|") { [$0, $1].anyLatest() }.expect("--t-t-f-|") { $0 == "t" }
  }

  // Case XA-182.
  @Test("Of none all are true, and not any")
  func none() {
    let all = [Just<Bool>]().allLatest().record(demand: .none)
    let any = [Just<Bool>]().anyLatest().record(demand: .none)
    for (recorder, expected) in [(all, true), (any, false)] {
      expect(recorder.values.isEmpty)
      recorder.request(.max(1))
      expectEqual(recorder.values, [expected])
      expect(recorder.isFinished)
    }
  }

  @Test("A failure of either cancels the other; a cancel reaches both")
  func ends() {
    let sources = (0..<2).map { _ in ScriptedPublisher<Bool, TestError>(letsGo: false) }
    let failed = sources[0].and(sources[1]).record()
    sources[1].send(completion: .failure(TestError()))
    expectEqual(failed.failure, TestError())
    expectEqual(sources.map(\.cancelCount), [1, 0])
    sources[0].or(sources[1]).record().cancel()
    expectEqual(sources.map(\.cancelCount), [2, 1])
  }
}
