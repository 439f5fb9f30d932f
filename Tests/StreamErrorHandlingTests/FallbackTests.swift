import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("fallback")
struct FallbackTests {
  private typealias Source = MarblePublisher<Int, TestError>

  // Case XA-221.
  @Test("Each publisher takes over when the one before has failed, until one finishes")
  func takesOver() {
    play {
      attempts("-1a", on: $0).fallback(to: attempts("-2b", on: $0), attempts("-3|", on: $0), attempts("-1|", on: $0))
    }.expect("-1-2-3|")
  }

  // Case XA-222.
  @Test("If all fail, the failure of the last is passed on")
  func lastFailure() {
    play { attempts("-1a", on: $0).fallback(to: attempts("-2a", on: $0), attempts("-3b", on: $0)) }
      .expect("-1-2-3b", values: ["1": 1, "2": 2, "3": 3], errors: ["b": TestError("b")])
  }

  // Case XA-223.
  @Test("A failure that is not recoverable is passed on; the other publishers are not subscribed to")
  func notRecoverable() {
    let subscriptions = Box(0)
    let other = Deferred {
      subscriptions.increment()
      return Fail<Int, TestError>(error: TestError())
    }
    play { scheduler in
      attempts("-1a", on: scheduler).fallback(to: other, other) { $0 != TestError("a") }
    }.expect("-1a", values: ["1": 1], errors: ["a": TestError("a")])
    expectEqual(subscriptions.value, 0)
  }

  @Test("The closure is asked about each failure but the last")
  func asks() {
    let asked = Box<[String]>([])
    let (first, others) = (
      Fail<Int, TestError>(error: TestError("1")), ["2", "3"].map { Fail<Int, TestError>(error: TestError($0)) }
    )
    let recorder = first.fallback(to: others[0], others[1]) { failure in
      asked.update { $0.append(failure.name) }
      return true
    }.record()
    expectEqual(recorder.failure, TestError("3"))
    expectEqual(asked.value, ["1", "2"])
  }

  @Test("Very many publishers that fail at once do not grow the stack")
  func manyFallbacks() {
    let failing = Fail<Int, TestError>(error: TestError())
    let others = Array(repeating: failing, count: manyTimes)
    let publisher = Publishers.Fallback(upstream: failing, others: others) { _ in true }
    let recorder = publisher.record()
    expectEqual(recorder.events, [.subscription("Fallback"), .failure(TestError())])
  }

  @Test("Passes demand on unchanged, and carries what is outstanding over to the next publisher")
  func demand() {
    expectEqual(TestSupport.demand { $0.fallback(to: Fail(error: TestError())) }, .passedOn)
    let (first, second) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = first.fallback(to: second).record(demand: .max(3))
    first.send(1)
    first.send(completion: .failure(TestError()))
    expectEqual(second.requests, [.demand(.max(2))])
    recorder.request(.max(1))
    expectEqual(second.requests, [.demand(.max(2)), .demand(.max(1))])
  }

  @Test("A cancel reaches the publisher that has taken over, once; one inside the closure prevents the next")
  func cancel() {
    let (first, second) = (ScriptedPublisher<Int, TestError>(), ScriptedPublisher<Int, TestError>())
    let recorder = first.fallback(to: second).record()
    first.send(completion: .failure(TestError()))
    recorder.cancel()
    recorder.cancel()
    expectEqual([first.cancelCount, second.cancelCount], [0, 1])

    let subscriptions = Box(0)
    let inClosure = RecordingSubscriber<Int, TestError>()
    let other = Deferred {
      subscriptions.increment()
      return Fail<Int, TestError>(error: TestError())
    }
    Fail<Int, TestError>(error: TestError()).fallback(to: other) { [unowned inClosure] _ in
      inClosure.cancel()
      return true
    }.subscribe(inClosure)
    expectEqual(subscriptions.value, 0)
    expect(inClosure.completions.isEmpty)
  }

  @Test("Releases downstream and the closure, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in source.fallback(to: source) { _ in token.pass(true) } }, [])
  }

  @Test("A dropped cancellable releases the closure")
  func dropped() {
    let source = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      _ = source.fallback(to: source) { _ in newToken.pass(true) }.sink { _ in
      } receiveValue: { _ in
      }
    }
    expect(token == nil)
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.fallback(to: upstream).record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "Fallback", reason: .beyondDemand)])
  }
}
