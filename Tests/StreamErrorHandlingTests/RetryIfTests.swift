import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("retry(_:if:)")
struct RetryIfTests {
  /// A source that always fails inside `subscribe(_:)`, and counts its subscriptions.
  private func failing(_ subscriptions: Box<Int>) -> Deferred<Fail<Int, TestError>> {
    Deferred { Fail(error: TestError("\(subscriptions.increment())")) }
  }

  // Case XA-215.
  @Test("Retries the failures that the closure accepts, and passes the first other one on")
  func refuses() {
    play { attempts("-1a", "-2b", on: $0).retry { failure, _ in failure == TestError("a") } }
      .expect("-1-2b", values: ["1": 1, "2": 2], errors: ["b": TestError("b")])
  }

  // Case XA-216.
  @Test("Without retries, passes the first failure on and does not call the closure")
  func noRetries() {
    let (subscriptions, calls) = (Box(0), Box(0))
    let recorder = failing(subscriptions).retry(0) { _, _ in calls.increment() > 0 }.record()
    expectEqual(recorder.failure, TestError("1"))
    expectEqual(subscriptions.value, 1)
    expectEqual(calls.value, 0)
  }

  // Case XA-217.
  @Test("Very many retries do not grow the stack")
  func manyRetries() {
    let subscriptions = Box(0)
    let recorder = failing(subscriptions).retry { _, attempt in attempt < manyTimes }.record()
    expectEqual(recorder.failure, TestError("\(manyTimes)"))
    expectEqual(subscriptions.value, manyTimes)
  }

  @Test("The closure receives each failure with its number, but not the last failure")
  func numbers() {
    let (subscriptions, calls) = (Box(0), Box<[String]>([]))
    let publisher = failing(subscriptions).retry(2) { failure, attempt in
      calls.update { $0.append("\(failure) \(attempt)") }
      return true
    }
    expectEqual(publisher.record().failure, TestError("3"))
    expectEqual(publisher.record().failure, TestError("6"))
    expectEqual(calls.value, ["1 1", "2 2", "4 1", "5 2"])
  }

  @Test("A finish is passed on, and the closure is not called")
  func finish() {
    let recorder = [1, 2].publisher.setFailure().retry { _, _ in
      Issue.record("There is no failure.")
      return true
    }.record()
    expectEqual(recorder.events, [.subscription("RetryIf"), .value(1), .value(2), .finished])
  }

  @Test("Passes demand on unchanged during an attempt, and carries what is outstanding over to the next")
  func demand() {
    expectEqual(TestSupport.demand { $0.retry { _, _ in true } }, .passedOn)
    let upstreams = [ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>()]
    let attempt = Box(-1)
    let recorder = Deferred { upstreams[attempt.increment()] }.retry { _, _ in true }.record(demand: .max(3))
    upstreams[0].send(1)
    upstreams[0].send(completion: .failure(TestError()))
    expectEqual(upstreams[1].requests, [.demand(.max(2))])
    expectEqual(recorder.values, [1])
  }

  @Test(
    "A cancel inside the closure prevents the next attempt, whatever the closure returns", arguments: [true, false])
  func cancelInClosure(answer: Bool) {
    let subscriptions = Box(0)
    let recorder = RecordingSubscriber<Int, TestError>()
    failing(subscriptions).retry { [unowned recorder] _, _ in
      recorder.cancel()
      return answer
    }.subscribe(recorder)
    expectEqual(subscriptions.value, 1)
    expectEqual(recorder.events, [.subscription("RetryIf")])
  }

  @Test("Releases downstream and the closure, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.retry(3) { _, _ in token.pass(true) } }, [])
  }

  @Test("A dropped cancellable releases the closure")
  func dropped() {
    let source = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      _ = source.retry { _, _ in newToken.pass(true) }.sink { _ in
      } receiveValue: { _ in
      }
    }
    expect(token == nil)
  }

  @Test("A negative number of retries traps")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      _ = Fail<Int, TestError>(error: TestError()).retry(-1) { _, _ in true }
    }
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.retry { _, _ in true }.record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "RetryIf", reason: .beyondDemand)])
  }
}
