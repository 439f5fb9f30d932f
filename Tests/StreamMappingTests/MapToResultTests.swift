import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("mapToResult and dematerializeResults")
struct MapToResultTests {
  private typealias Outcome = Result<Int, TestError>

  // Case XA-071.
  @Test("Elements and a failure become results, and then the stream finishes")
  func results() {
    marbles("-1--2--#") { $0.mapToResult() }.expect("-A--B--(C|)")
    marbles("-1-|") { $0.mapToResult() }.expect("-A-|")
    expect(
      Record(output: [1, 2], completion: .failure(TestError())).mapToResult().record().values
        == [.success(1), .success(2), .failure(TestError())])
  }

  // Case XA-072.
  @Test("The first failure among the results ends the stream, and cancels upstream")
  func dematerializes() {
    let results: [Character: Outcome] = ["A": .success(1), "C": .failure(TestError())]
    marbles("-A-C-A", value: { results[$0] ?? .success(0) }) { $0.unfailing().dematerializeResults() }
      .expect("-1-#", upstream: "---!")
    expectEqual([Outcome.success(1), .success(2)].publisher.dematerializeResults().record().values, [1, 2])
  }

  // Case XA-073.
  @Test("A failure without demand waits for it")
  func failureWaits() {
    let scheduler = TestScheduler()
    let upstream = scheduler.publisher("-#", failure: TestError()) { $0.wholeNumberValue ?? 0 }
    let subscriber = scheduler.createTestableSubscriber(
      Outcome.self, Never.self, options: TestableSubscriberOptions(initialDemand: .none))
    upstream.mapToResult().subscribe(subscriber)
    scheduler.schedule(after: 9) { subscriber.request(.max(1)) }
    scheduler.resume()
    expectEqual(
      subscriber.recordedOutput,
      [
        (0, .subscription), (9, .input(.failure(TestError()))), (9, .completion(.finished)),
      ])
  }

  @Test("A finish needs no demand")
  func finishNeedsNoDemand() {
    #expect(Empty<Int, TestError>().mapToResult().record(demand: .none).isFinished)
  }

  @Test("What mapToResult has made of a stream becomes that stream again")
  func wayBack() {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let again = Record(output: [1, 2], completion: end).mapToResult().dematerializeResults().record()
      expectEqual(again.values, [1, 2])
      expectEqual(again.completions, [end])
    }
  }

  @Test("A failing publisher inside flatMap does not end the whole stream")
  func insideFlatMap() {
    let stream = [1, 2].publisher.flatMap { number in
      Result<Int, TestError>.Publisher(number == 1 ? .failure(TestError()) : .success(2)).mapToResult()
    }
    expectEqual(stream.record().values, [.failure(TestError()), .success(2)])
  }

  @Test("Releases downstream, however the stream ends, and ignores signals that break the contract")
  func release() {
    expectEqual(leaks { source, _ in source.mapToResult() }, [])
    expectEqual(leaks { source, _ in source.mapToResult().dematerializeResults() }, [])
    expectEqual(misbehaviour { $0.mapToResult().dematerializeResults() }, .ignored)
  }

  @Test("Their publishers have the names of the methods")
  func types() {
    let results = Result<Int, TestError>.Publisher(1).mapToResult()
    #expect(type(of: results) == Publishers.MapToResult<Result<Int, TestError>.Publisher>.self)
    #expect(
      type(of: results.dematerializeResults())
        == Publishers.DematerializeResults<Publishers.MapToResult<Result<Int, TestError>.Publisher>, Int, TestError>
        .self)
  }
}
