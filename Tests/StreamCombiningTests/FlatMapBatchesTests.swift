import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("flatMapBatches(of:)")
struct FlatMapBatchesTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-187.
  @Test("A batch is zipped, and the next begins when it has finished")
  func batches() {
    marbles(of: ["--1|", "-2|", "-3|"]) { $0.flatMapBatches(of: 2) }.run
      .expect("--AB|", values: ["A": [1, 2], "B": [3]])
  }

  // Case XA-188.
  @Test("After a failure no batch begins")
  func failure() {
    let sources = [Source(), Source(), Source()]
    let recorder = sources.flatMapBatches(of: 2).record()
    sources[1].send(completion: .failure(TestError()))
    expectEqual(recorder.failure, TestError())
    expect(sources[0].isCancelled)
    expectEqual(sources[2].subscriberCount, 0)
  }

  @Test("Without publishers the stream finishes; a size beyond the collection's makes one batch, and one of zero traps")
  func sizes() async {
    expect([Source]().flatMapBatches(of: 2).record(demand: .none).isFinished)
    expectEqual([Just(1), Just(2)].flatMapBatches(of: .max).record().values, [[1, 2]])
    expectEqual((1...5).map { Just($0) }.flatMapBatches(of: 1).record().values, [[1], [2], [3], [4], [5]])
    await #expect(processExitsWith: .failure) { _ = [Just(1)].flatMapBatches(of: 0) }
  }

  @Test("Two are equal if their batches are")
  func equality() {
    let justs = [Just(1), Just(2)]
    expectEqual(justs.flatMapBatches(of: 2), Publishers.Batches(justs, size: 2))
    expect(justs.flatMapBatches(of: 2) != justs.flatMapBatches(of: 1))
  }
}
