import StreamCore
import StreamErrorHandling
import StreamParts
import TestSupport
import Testing

@Suite("catch")
struct CatchTests {
  @Test("Passes values, replaces the failure by a publisher, and never returns to upstream")
  func replaces() {
    let subject = PassthroughSubject<String, TestError>()
    let recorder = subject.catch { _ in Just("replacement value") }.record()
    subject.send("oneValue")
    subject.send("twoValue")
    subject.send(completion: .failure(TestError()))
    subject.send("redValue")
    subject.send("blueValue")
    expectEqual(recorder.values, ["oneValue", "twoValue", "replacement value"])
    expect(recorder.isFinished)
  }

  @Test("The handler gets the error, once, and is not called before")
  func handlerGetsError() {
    let seen = Box<[TestError]>([])
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.catch { error in
      seen.update { $0.append(error) }
      return Empty<Int, Never>(completeImmediately: false)
    }.record()
    upstream.send(1)
    expectEqual(seen.value, [])
    upstream.send(completion: .failure(TestError("first")))
    upstream.send(completion: .failure(TestError("second")))
    expectEqual(seen.value, [TestError("first")])
    expect(recorder.completions.isEmpty)
  }

  @Test("If upstream finishes, so does the stream, without calling the handler")
  func finishes() {
    let recorder = [1, 2].publisher.setFailure().catch { _ in
      Issue.record("There is nothing to catch.")
      return Just(0)
    }.record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("The failure of the replacement is the failure of the stream")
  func replacementFails() {
    struct Other: Error, Equatable {}
    let recorder = Fail<Int, TestError>(error: TestError()).catch { _ in Fail<Int, Other>(error: Other()) }.record()
    expectEqual(recorder.failure, Other())
  }

  @Test("A catch on the source ends it: values after the failure are ignored")
  func endsSource() {
    let payloads = PassthroughSubject<String, TestError>()
    let recorder = payloads.catch { _ in Just("default") }.record()
    payloads.send("name")
    payloads.send(completion: .failure(TestError("undecodable")))
    payloads.send("third")
    expectEqual(recorder.events, [.subscription("Catch"), .value("name"), .value("default"), .finished])
  }

  @Test("Has the same types as in Combine")
  func staticTypes() {
    let publisher = Fail<Int, TestError>(error: TestError()).catch { _ in Just(1) }
    #expect(type(of: publisher) == Publishers.Catch<Fail<Int, TestError>, Just<Int>>.self)
    expect(type(of: publisher).Failure.self == Never.self)
  }

  // MARK: Demand

  @Test("Outstanding demand carries over to the replacement")
  func carriesDemandOver() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let replacement = ScriptedPublisher<Int, Never>()
    let recorder = upstream.catch { _ in replacement }.record(demand: .max(3)) { $0 == 1 ? .max(2) : .none }
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    expectEqual(upstream.requests, [.demand(.max(3))])
    expectEqual(replacement.requests, [.demand(.max(3))])
    recorder.request(.max(4))
    expectEqual(replacement.demand, .max(7))
    for number in 3...20 { replacement.send(number) }
    expectEqual(recorder.values, Array(1...9))
  }

  @Test("Unlimited demand carries over to the replacement, and so does no demand")
  func carriesExtremesOver() {
    for demand in [Subscribers.Demand.unlimited, .none] {
      let replacement = ScriptedPublisher<Int, Never>()
      let recorder = Fail<Int, TestError>(error: TestError()).catch { _ in replacement }.record(demand: demand)
      expectEqual(replacement.requests, (demand == .none ? [] : [.demand(demand)]))
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("Demand made between the two publishers goes to the replacement")
  func demandInBetween() {
    let replacement = ScriptedPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.catch { [weak recorder] _ in
      recorder?.request(.max(2))
      return replacement
    }.subscribe(recorder)
    upstream.send(completion: .failure(TestError()))
    expectEqual(upstream.requests, [])
    expectEqual(replacement.requests, [.demand(.max(2))])
  }

  // MARK: Cancellation and re-entrancy

  @Test("A cancel reaches upstream before the failure, and the replacement after it")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let replacement = ScriptedPublisher<Int, Never>(letsGo: false)
    let first = upstream.catch { _ in replacement }.record()
    first.cancel()
    first.cancel()
    expectEqual(upstream.cancelCount, 1)
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(replacement.requests, [])
    expect(first.values == [] && first.completions.isEmpty)

    let failing = ScriptedPublisher<Int, TestError>()
    let second = failing.catch { _ in replacement }.record()
    failing.send(completion: .failure(TestError()))
    second.cancel()
    expectEqual(failing.cancelCount, 0)
    expectEqual(replacement.cancelCount, 1)
    replacement.send(1)
    replacement.send(completion: .finished)
    expect(second.values == [] && second.completions.isEmpty)
  }

  @Test("A cancel from inside the handler ends the stream")
  func cancelInsideHandler() {
    let recorder = RecordingSubscriber<Int, Never>()
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.catch { [weak recorder] _ in
      recorder?.cancel()
      return Just(1)
    }.subscribe(recorder)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [])
    expect(recorder.completions.isEmpty)
  }

  @Test("An upstream that fails from inside a delivery is replaced after it")
  func reentrantFailure() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = subject.catch { _ in [8, 9].publisher }.record { [subject] value in
      if value == 1 { subject.send(completion: .failure(TestError())) }
      return .none
    }
    subject.send(1)
    expectEqual(recorder.values, [1, 8, 9])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A replacement may be a catch itself")
  func nested() {
    let recorder = Fail<Int, TestError>(error: TestError("a"))
      .catch { _ in Fail<Int, TestError>(error: TestError("b")).catch { _ in Just(3) } }.record()
    expectEqual(recorder.values, [3])
    expect(recorder.isFinished)
  }

  // MARK: Release, misbehaviour, descriptions, independence

  @Test("While the replacement goes on, a cancel releases downstream")
  func release() {
    let source = PassthroughSubject<Int, TestError>()
    let replacement = PassthroughSubject<Int, Never>()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = source.catch { _ in replacement }.record()
      downstream = recorder
      subscription = recorder.subscription
    }
    source.send(completion: .failure(TestError()))
    expect(downstream != nil)
    subscription?.cancel()
    expect(downstream == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("Ignores signals of the replacement that break the contract, and upstream's values after its failure")
  func replacementMisbehaviour() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let replacement = ScriptedPublisher<Int, Never>(sendsSubscription: false, letsGo: false)
    let recorder = upstream.catch { _ in replacement }.record()
    upstream.send(completion: .failure(TestError()))
    upstream.send(1)
    replacement.send(2)
    replacement.sendSubscription()
    replacement.sendSubscription()
    upstream.sendSubscription()
    expectEqual(replacement.requests, [.demand(.unlimited), .cancel])
    expectEqual(upstream.cancelCount, 1)
    replacement.send(3)
    replacement.send(completion: .finished)
    replacement.send(4)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [3])
    expect(recorder.isFinished)
    expectEqual(recorder.subscriptions.count, 1)
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let subject = PassthroughSubject<Int, TestError>()
    let publisher = subject.catch { _ in Just(9) }
    let first = publisher.record()
    let second = publisher.record()
    first.cancel()
    subject.send(1)
    subject.send(completion: .failure(TestError()))
    expectEqual(first.values, [])
    expectEqual(second.values, [1, 9])
  }

  // MARK: Threads

  @Test("Requests, a cancel and the failure may come from different threads")
  func threads() {
    for round in 0..<300 {
      let upstream = PassthroughSubject<Int, TestError>()
      let recorder = upstream.catch { _ in (0..<10).publisher }.record(demand: .none)
      concurrently(3) { thread in
        switch thread {
        case 0: upstream.send(completion: .failure(TestError()))
        case 1: for _ in 0..<10 { recorder.request(.max(1)) }
        default: if round % 2 == 0 { recorder.cancel() }
        }
      }
      if round % 2 == 1 {
        expectEqual(recorder.values, Array(0..<10))
        expect(recorder.isFinished)
      }
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let drops = reportedDrops {
      let recorder = upstream.catch { _ in Just(9) }.record(demand: .max(1))
      for value in 1...2 { upstream.send(value) }
      expectEqual(recorder.values, [1])
      recorder.cancel()
    }
    expectEqual(drops, [DropReport(operatorName: "Catch", reason: .beyondDemand)])
  }
}

extension Publisher where Failure == Never {
  /// This publisher, with a failure type that the operators of this family can handle.
  func setFailure() -> Publishers.SetFailureType<Self, TestError> {
    Publishers.SetFailureType(upstream: self)
  }
}
