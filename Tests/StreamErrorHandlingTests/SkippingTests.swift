import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("tryMapSkippingFailures and flatMapSkippingFailures")
struct SkippingTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  /// Throws for 2.
  @Sendable
  private static func refusingTwo(_ number: Int) throws(TestError) -> Int {
    guard number != 2 else { throw TestError("two") }
    return number
  }

  // Case XA-218.
  @Test("An element for which the closure throws is left out, with its failure told")
  func thrown() {
    let told = Box<[String]>([])
    marbles("-1-2-3-|") { upstream in
      upstream.tryMapSkippingFailures(
        onFailure: { failure, number in told.update { $0.append("\(failure) \(number)") } }, Self.refusingTwo)
    }.expect("-1---3-|")
    expectEqual(told.value, ["\(TestError("two")) 2"])
  }

  @Test("One more element is asked for in place of one that is left out")
  func thrownDemand() {
    let upstream = Upstream()
    let recorder = upstream.tryMapSkippingFailures(Self.refusingTwo).record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(1), .none)
    expectEqual(recorder.values, [1])
  }

  // Case XA-219.
  @Test("A publisher that fails is left out from then on, and the others go on")
  func childFails() {
    let (upstream, children) = (Upstream(), [Upstream(), Upstream()])
    let told = Box<[String]>([])
    let recorder = upstream.flatMapSkippingFailures(
      onFailure: { failure, number in told.update { $0.append("\(failure) \(number)") } }, { children[$0] }
    ).record()
    upstream.send(0)
    upstream.send(1)
    children[0].send(10)
    children[0].send(completion: .failure(TestError("child")))
    children[1].send(20)
    expectEqual(recorder.values, [10, 20])
    expectEqual(told.value, ["\(TestError("child")) 0"])
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    expectEqual(children[1].cancelCount, 0)
    children[1].send(completion: .finished)
    expect(recorder.isFinished)
  }

  // Case XA-220.
  @Test("A failure of upstream is passed on, and cancels the publishers")
  func upstreamFails() {
    marbles("-1#") { $0.tryMapSkippingFailures(Self.refusingTwo) }.expect("-1#")
    let (upstream, child) = (Upstream(), Upstream(letsGo: false))
    let told = Box(0)
    let recorder = upstream.flatMapSkippingFailures(onFailure: { _, _ in told.increment() }, { _ in child }).record()
    upstream.send(0)
    child.send(1)
    upstream.send(completion: .failure(TestError("upstream")))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError("upstream"))
    expectEqual(child.cancelCount, 1)
    // No closure is called after the end.
    child.send(completion: .failure(TestError("late")))
    expectEqual(told.value, 0)
  }

  @Test("After a cancel no failure is told")
  func cancel() {
    let (upstream, child) = (Upstream(), Upstream(letsGo: false))
    let told = Box(0)
    let recorder = upstream.flatMapSkippingFailures(onFailure: { _, _ in told.increment() }, { _ in child }).record()
    upstream.send(0)
    recorder.cancel()
    child.send(completion: .failure(TestError("late")))
    expectEqual(told.value, 0)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A place that a failure frees is for the next element")
  func places() {
    let (upstream, children) = (Upstream(), [Upstream(), Upstream()])
    let recorder = upstream.flatMapSkippingFailures(maxPublishers: .max(1)) { children[$0] }.record(demand: .max(2))
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(0)
    children[0].send(completion: .failure(TestError()))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    upstream.send(1)
    children[1].send(5)
    expectEqual(recorder.values, [5])
  }

  @Test("The publishers may have a failure type of their own, and the stream keeps upstream's")
  func failureTypes() {
    let skipped = Just(1).flatMapSkippingFailures { _ in Fail<Int, TestError>(error: TestError()) }
    expect(type(of: skipped).Failure.self == Never.self)
    expect(skipped.record().isFinished)
    let mapped = [1, 2, 3].publisher.tryMapSkippingFailures(Self.refusingTwo)
    expect(type(of: mapped).Failure.self == Never.self)
    expectEqual(mapped.record().values, [1, 3])
  }

  @Test("Very many publishers that fail at once do not grow the stack")
  func flat() {
    let told = Box(0)
    let recorder = (0..<manyTimes).publisher.flatMapSkippingFailures(
      maxPublishers: .max(1), onFailure: { _, _ in told.increment() },
      { _ in Fail<Int, TestError>(error: TestError()) }
    ).record()
    expect(recorder.isFinished)
    expectEqual(told.value, manyTimes)
  }

  @Test("Without a closure for failures the hook is told, with one it is not")
  func tellsHook() {
    let recorder = FailureRecorder()
    let line: UInt = #line + 1
    _ = [1, 2, 3].publisher.tryMapSkippingFailures(Self.refusingTwo).record()
    _ = [1, 2].publisher.flatMapSkippingFailures { Fail<Int, TestError>(error: TestError("\($0)")) }.record()
    _ = [1, 2, 3].publisher.tryMapSkippingFailures(onFailure: { _, _ in }, Self.refusingTwo).record()
    _ = [1].publisher.flatMapSkippingFailures(onFailure: { _, _ in }) { _ in Fail<Int, TestError>(error: TestError()) }
      .record()
    let told = recorder.failures.filter { (line...line + 4).contains($0.site?.line ?? 0) }
    expectEqual(told.map { $0.error as? TestError }, ["two", "1", "2"].map(TestError.init))
    expectEqual(told.map(\.operatorName), ["TryMapSkipping", "FlatMapSkipping", "FlatMapSkipping"])
    expectEqual(told.map(\.reason), [.ignored, .ignored, .ignored])
  }

  @Test("A publisher that keeps its subscriber after a cancel retains neither downstream nor the closure")
  func releasedByKeepers() {
    let (upstream, child) = (Upstream(), Upstream(letsGo: false))
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let newToken = Token()
      let recorder = upstream.flatMapSkippingFailures(onFailure: { _, _ in newToken.pass(()) }) { _ in child }.record()
      (token, downstream) = (newToken, recorder)
      upstream.send(0)
      expectEqual(child.subscriberCount, 1)
      recorder.cancel()
    }
    expectEqual(child.subscriberCount, 1)
    expect(token == nil && downstream == nil)
  }

  @Test("A publisher that fails as it is cancelled is told to the hook, not to the closure")
  func failsInCancel() {
    let recorder = FailureRecorder()
    let upstream = Upstream()
    let line: UInt = #line + 1
    let skipping = upstream.flatMapSkippingFailures(onFailure: { _, _ in Issue.record("after the cancel") }) { _ in
      FailsInCancel(TestError("late"))
    }
    let subscriber = skipping.record()
    upstream.send(0)
    subscriber.cancel()
    let told = recorder.failures.filter { $0.site?.line == line }
    expectEqual(told.map { $0.error as? TestError }, [TestError("late")])
    expectEqual(told.map(\.reason), [.late])
  }
}
