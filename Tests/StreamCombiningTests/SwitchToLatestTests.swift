import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("switchToLatest")
struct SwitchToLatestTests {
  private typealias Source = ScriptedPublisher<Int, TestError>
  private typealias Outer = ScriptedPublisher<Source, TestError>

  // MARK: Values

  @Test("Republishes the latest of three subjects, all its values")
  func threeSubjects() {
    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = outer.switchToLatest().record()
    outer.send(subjects[0])
    subjects[0].send(1)
    subjects[0].send(2)
    outer.send(subjects[1])
    subjects[0].send(3)
    subjects[1].send(4)
    subjects[1].send(5)
    outer.send(subjects[2])
    subjects[1].send(6)
    for number in 7...9 { subjects[2].send(number) }
    expectEqual(recorder.values, [1, 2, 4, 5, 7, 8, 9])
    subjects[2].send(completion: .finished)
    expect(recorder.completions.isEmpty)
    outer.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("The previous publisher is cancelled when it is replaced")
  func cancelsPrevious() {
    let (outer, first, second) = (Outer(), Source(letsGo: false), Source())
    let recorder = outer.switchToLatest().record()
    outer.send(first)
    expectEqual(first.requests, [.demand(.unlimited)])
    outer.send(second)
    expectEqual(first.requests, [.demand(.unlimited), .cancel])
    first.send(1)
    first.send(completion: .failure(TestError()))
    second.send(2)
    expectEqual(recorder.values, [2])
    expect(recorder.completions.isEmpty)
  }

  @Test("Two publishers of two values each deliver four values")
  func twoValuesEach() {
    let trigger = PassthroughSubject<Publishers.Sequence<[Int], Never>, Never>()
    let recorder = trigger.switchToLatest().record()
    trigger.send([1, 2].publisher)
    trigger.send([3, 4].publisher)
    expectEqual(recorder.values, [1, 2, 3, 4])
    trigger.send(completion: .finished)
    expect(recorder.isFinished)
  }

  @Test("Has the same types as in Combine, whichever publisher may fail")
  func staticTypes() {
    typealias Safe = Just<Int>
    typealias Unsafe = Result<Int, TestError>.Publisher
    let safe = Just(Safe(1))
    let unsafeInner = Just(Unsafe(1))
    let unsafeOuter = Fail<Safe, TestError>(error: TestError())
    let both = Fail<Unsafe, TestError>(error: TestError())
    #expect(type(of: safe.switchToLatest()) == Publishers.SwitchToLatest<Safe, Just<Safe>>.self)
    #expect(
      type(of: unsafeInner.switchToLatest())
        == Publishers.SwitchToLatest<Unsafe, Publishers.SetFailureType<Just<Unsafe>, TestError>>.self)
    typealias Lifted = Publishers.SetFailureType<Safe, TestError>
    #expect(
      type(of: unsafeOuter.switchToLatest())
        == Publishers.SwitchToLatest<Lifted, Publishers.Map<Fail<Safe, TestError>, Lifted>>.self)
    #expect(type(of: both.switchToLatest()) == Publishers.SwitchToLatest<Unsafe, Fail<Unsafe, TestError>>.self)
    expectEqual(safe.switchToLatest().record().values, [1])
    expectEqual(unsafeInner.switchToLatest().record().values, [1])
    expectEqual(unsafeOuter.switchToLatest().record().failure, TestError())
    #expect(
      Result<Safe, TestError>.Publisher(Safe(1)).switchToLatest().record().events
        == [.subscription("SwitchToLatest"), .value(1), .finished])
  }

  // MARK: Demand

  @Test("Upstream is asked for unlimited demand; outstanding demand carries over to the next publisher (rule 2)")
  func demand() {
    let (outer, first, second) = (Outer(), Source(), Source())
    let recorder = outer.switchToLatest().record(demand: .max(3))
    expectEqual(outer.requests, [.demand(.unlimited)])
    outer.send(first)
    expectEqual(first.requests, [.demand(.max(3))])
    first.send(1)
    outer.send(second)
    expectEqual(second.requests, [.demand(.max(2))])
    recorder.request(.max(4))
    expectEqual(second.requests, [.demand(.max(2)), .demand(.max(4))])
    second.send(completion: .finished)
    recorder.request(.max(1))
    let third = Source()
    outer.send(third)
    expectEqual(third.requests, [.demand(.max(7))])
  }

  @Test("Returned demand goes to the publisher of the value, and counts for the next one")
  func returnedDemand() {
    let (outer, first, second) = (Outer(), Source(), Source())
    let recorder = outer.switchToLatest().record(demand: .max(1)) { _ in .max(2) }
    outer.send(first)
    expectEqual(first.send(1), .max(2))
    outer.send(second)
    expectEqual(second.requests, [.demand(.max(2))])
    withExtendedLifetime(recorder) {}
  }

  @Test("Demand returned for a value that caused the switch is requested of the next publisher")
  func returnedDemandAfterSwitch() {
    let (outer, first, second) = (Outer(), Source(), Source())
    let recorder = outer.switchToLatest().record(demand: .max(2)) { _ in
      outer.send(second)
      return .max(3)
    }
    outer.send(first)
    expectEqual(first.send(1), .none)
    expectEqual(second.requests, [.demand(.max(1)), .demand(.max(3))])
    withExtendedLifetime(recorder) {}
  }

  @Test("Values beyond the demand of a publisher are dropped")
  func exactDemand() {
    let (outer, inner) = (Outer(), Source())
    let recorder = outer.switchToLatest().record(demand: .max(1))
    outer.send(inner)
    for number in 1...3 { inner.send(number) }
    expectEqual(recorder.values, [1])
  }

  @Test("Requests nothing upstream without demand")
  func noDemand() {
    let (outer, inner) = (Outer(), Source())
    let recorder = outer.switchToLatest().record(demand: .none)
    outer.send(inner)
    expectEqual(inner.requests, [])
    recorder.request(.max(2))
    expectEqual(inner.requests, [.demand(.max(2))])
  }

  // MARK: The end

  @Test("Finishes when upstream and the latest have finished, in either order", arguments: [true, false])
  func finishes(outerFirst: Bool) {
    let (outer, inner) = (Outer(), Source())
    let recorder = outer.switchToLatest().record()
    outer.send(inner)
    if outerFirst { outer.send(completion: .finished) } else { inner.send(completion: .finished) }
    expect(recorder.completions.isEmpty)
    if outerFirst { inner.send(completion: .finished) } else { outer.send(completion: .finished) }
    expect(recorder.isFinished)
  }

  @Test("Finishes with an upstream that never sent a publisher")
  func empty() {
    #expect(Empty<Just<Int>, Never>().switchToLatest().record(demand: .none).isFinished)
  }

  @Test("A failure of upstream cancels the latest")
  func outerFails() {
    let (outer, inner) = (Outer(), Source(letsGo: false))
    let recorder = outer.switchToLatest().record()
    outer.send(inner)
    inner.send(1)
    outer.send(completion: .failure(TestError()))
    inner.send(2)
    inner.send(completion: .failure(TestError("late")))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError())
    expectEqual(recorder.completions.count, 1)
    expectEqual(inner.cancelCount, 1)
  }

  @Test("A failure of the latest cancels upstream")
  func innerFails() {
    let (outer, inner) = (Outer(letsGo: false), Source())
    let recorder = outer.switchToLatest().record()
    outer.send(inner)
    inner.send(completion: .failure(TestError()))
    outer.send(Source())
    outer.send(completion: .finished)
    expectEqual(recorder.failure, TestError())
    expectEqual(recorder.completions.count, 1)
    expectEqual(outer.cancelCount, 1)
    expectEqual(inner.cancelCount, 0)
  }

  @Test("A cancel cancels both, once")
  func cancel() {
    let (outer, inner) = (Outer(letsGo: false), Source(letsGo: false))
    let recorder = outer.switchToLatest().record()
    outer.send(inner)
    recorder.cancel()
    recorder.cancel()
    recorder.request(.max(1))
    inner.send(1)
    outer.send(inner)
    outer.send(completion: .finished)
    expectEqual(outer.cancelCount, 1)
    expectEqual(inner.cancelCount, 1)
    expectEqual(inner.subscriberCount, 1)
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel from inside a delivery ends the stream")
  func cancelInside() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] value in
      if value == 3 { recorder?.cancel() }
      return .none
    }
    [(0..<2).publisher, (2..<9).publisher, (9..<12).publisher].publisher.switchToLatest().subscribe(recorder)
    expectEqual(recorder.values, [0, 1, 2, 3])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Re-entrancy

  @Test("A value that causes the switch is followed by the values of the next publisher (rule 3)")
  func switchesInside() {
    let outer = PassthroughSubject<Publishers.Sequence<[Int], TestError>, TestError>()
    let recorder = outer.switchToLatest().record { value in
      if value == 1 { outer.send(Publishers.Sequence(sequence: [10, 11])) }
      if value == 11 { outer.send(completion: .failure(TestError("inside"))) }
      return .none
    }
    outer.send(Publishers.Sequence(sequence: [0, 1, 2]))
    expectEqual(recorder.overlaps, 0)
    expectEqual(recorder.failure, TestError("inside"))
    expectEqual(recorder.values, [0, 1, 2, 10, 11])
  }

  @Test("With an upstream that ignores demand, the rest of the previous publisher is dropped")
  func switchesInsideAtOnce() {
    let outer = ScriptedPublisher<Publishers.Sequence<[Int], TestError>, TestError>()
    let recorder = outer.switchToLatest().record { value in
      if value == 1 { outer.send(Publishers.Sequence(sequence: [10, 11])) }
      return .none
    }
    outer.send(Publishers.Sequence(sequence: [0, 1, 2]))
    expectEqual(recorder.values, [0, 1, 10, 11])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Very many publishers that finish at once do not grow the stack")
  func manyAtOnce() {
    let counter = CountingSubscriber<Int, Never>()
    let publishers = Publishers.Sequence<LazyMapSequence<Range<Int>, Just<Int>>, Never>(
      sequence: (0..<manyTimes).lazy.map { Just($0) })
    publishers.switchToLatest().subscribe(counter)
    expectEqual(counter.valueCount, 0)
    // Upstream has come to its end: the last publisher alone waits.
    counter.request(.max(2))
    expectEqual(counter.valueCount, 1)
    expectEqual(counter.completionCount, 1)
    let second = publishers.switchToLatest().record()
    expectEqual(second.values.count, manyTimes)
    expect(second.isFinished)
  }

  // MARK: Release, misbehaviour, descriptions

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, _ in Result<_, TestError>.Publisher(source).switchToLatest() }, [])
    expect(
      leaks { source, _ in Publishers.Map(upstream: source) { Result<Int, TestError>.Publisher($0) }.switchToLatest() }
        == [])
  }

  @Test("Ignores signals of both that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { Result<_, TestError>.Publisher($0).switchToLatest() }, .ignored)
    expect(
      misbehaviour { Publishers.Map(upstream: $0) { Result<Int, TestError>.Publisher($0) }.switchToLatest() }
        == .ignored)
    expectEqual(
      misbehaviour(ending: .failure(TestError())) {
        Publishers.Map(upstream: $0) { Result<Int, TestError>.Publisher($0) }.switchToLatest()
      }, .ignored)
  }

  @Test("Its subscription describes itself as SwitchToLatest")
  func description() {
    let outer = Outer()
    let recorder = outer.switchToLatest().record()
    expectEqual(outer.subscriberDescriptions, ["SwitchToLatest"])
    expect(
      names { Result<_, TestError>.Publisher($0).switchToLatest() }
        == NamesReport(subscriber: "SwitchToLatest", subscription: "SwitchToLatest"))
    withExtendedLifetime(recorder) {}
  }

  @Test("Serves two subscriptions independently")
  func independent() {
    let outer = PassthroughSubject<Just<Int>, Never>()
    let publisher = outer.switchToLatest()
    let first = publisher.record()
    outer.send(Just(1))
    let second = publisher.record()
    outer.send(Just(2))
    expectEqual(first.values, [1, 2])
    expectEqual(second.values, [2])
  }
}
