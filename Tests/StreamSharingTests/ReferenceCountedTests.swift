import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("referenceCounted")
struct ReferenceCountedTests {
  /// A shared publisher, and how many subjects have been made for it.
  private func share<P: Publisher & Sendable>(
    _ upstream: P, counting subjects: Box<Int> = Box(0)
  ) -> ReferenceCountedPublisher<P, PassthroughSubject<P.Output, P.Failure>>
  where P.Output: Sendable {
    upstream.multicast {
      subjects.increment()
      return PassthroughSubject()
    }.referenceCounted()
  }

  // Case XA-324
  @Test("A subscriber after the end gets a run of its own, with a new subject")
  func runsAgain() {
    let (runs, subjects) = (Box(0), Box(0))
    let upstream = Deferred {
      runs.increment()
      return Just(1)
    }
    let shared = share(upstream, counting: subjects)
    expectEqual(subjects.value, 0)
    for run in 1...3 {
      let recorder = shared.record()
      expectEqual(recorder.values, [1])
      expect(recorder.isFinished)
      expectEqual(runs.value, run)
      expectEqual(subjects.value, run)
    }
  }

  @Test("Subscribers share one connection, which ends with the last, and the next one begins another")
  func connections() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subjects = Box(0)
    let shared = share(upstream, counting: subjects)
    let recorders = [shared.record(), shared.record()]
    upstream.send(1)
    recorders[0].cancel()
    expect(!upstream.isCancelled)
    upstream.send(2)
    recorders[1].cancel()
    recorders[1].cancel()
    expect(upstream.isCancelled)
    expectEqual(recorders.map(\.values), [[1], [1, 2]])
    expectEqual(subjects.value, 1)
    shared.record().cancel()
    expectEqual(subjects.value, 2)
    expectEqual(upstream.cancelCount, 2)
  }

  @Test("A subscriber that comes inside the completion of another begins a new run")
  func subscribesInCompletion() {
    let subject = PassthroughSubject<Int, TestError>()
    let sources = Box([subject, PassthroughSubject<Int, TestError>()])
    let shared = share(Deferred { sources.update { $0.removeFirst() } })
    let (first, second, third) = (
      RecordingSubscriber<Int, TestError>(), RecordingSubscriber<Int, TestError>(),
      RecordingSubscriber<Int, TestError>()
    )
    let next = sources.value[1]
    first.onCompletion = { _ in shared.subscribe(third) }
    shared.subscribe(first)
    shared.subscribe(second)
    subject.send(completion: .failure(TestError()))
    expect([first, second].allSatisfy { $0.failure == TestError() })
    expectEqual(third.completions, [])
    next.send(1)
    expectEqual(third.values, [1])
    third.cancel()
  }

  @Test("A cancel inside the handover makes no connection")
  func cancelsInHandover() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let shared = share(upstream)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    shared.subscribe(recorder)
    expectEqual(upstream.subscriberDescriptions, [])
  }

  @Test("A subject that is used again ends all later subscriptions")
  func sameSubject() {
    let shared = Just(1).multicast(subject: PassthroughSubject()).referenceCounted()
    expectEqual(shared.record().values, [1])
    let second = shared.record()
    expectEqual(second.values, [])
    expect(second.isFinished)
  }

  @Test("What has ended holds neither the subject nor a subscriber")
  func release() {
    expectEqual(
      leaks { source, token in source.multicast { token.pass(PassthroughSubject()) }.referenceCounted() }, [])
    weak var held: PassthroughSubject<Int, Never>?
    let subjects = Box<[PassthroughSubject<Int, Never>]>([])
    let shared = Just(1).multicast {
      let subject = PassthroughSubject<Int, Never>()
      subjects.value = [subject]
      return subject
    }.referenceCounted()
    _ = shared.record()
    held = subjects.value[0]
    subjects.value = []
    expect(held == nil)
  }

  @Test("When many threads subscribe and cancel, one run ends before the next begins")
  func concurrent() {
    expectOneRunAtATime { $0.multicast { PassthroughSubject() }.referenceCounted().eraseToAnyPublisher() }
  }

  @Test("Two are equal if they are the same object; upstream signals that break the contract are ignored")
  func rest() {
    let shared = share(Just(1))
    expectEqual(shared, shared)
    expect(shared != share(Just(1)))
    let report = names { $0.multicast { PassthroughSubject() }.referenceCounted() }
    expectEqual(report.subscription, "PassthroughSubject")
  }
}
