import StreamSubjects
import TestSupport
import Testing

@Suite("Memory of a ReplaySubject")
struct ReplayMemoryTests {
  /// Counts those that are alive.
  private final class Counted: Sendable {
    let living: Box<Int>

    init(_ living: Box<Int>) {
      self.living = living
      living.increment()
    }

    deinit { living.update { $0 -= 1 } }
  }

  @Test("A hundred slow subscribers keep no more values than one log holds")
  func oneLog() {
    let living = Box(0)
    let subject = ReplaySubject<Counted, Never>(maxBufferSize: 3)
    let recorders = (0..<100).map { _ in subject.record(demand: .none) }
    for _ in 0..<1_000 {
      subject.send(Counted(living))
      expect(living.value <= 3)
    }
    expectEqual(living.value, 3)
    for recorder in recorders { recorder.cancel() }
    expectEqual(living.value, 3)
  }

  @Test("A value that is replaced may call the subject when it is released")
  func releaseCallsBack() {
    let subject = ReplaySubject<Calling, Never>(maxBufferSize: 1)
    let counts = Box<[Int]>([])
    subject.send(Calling { [weak subject] in counts.update { $0.append(subject?.bufferedValues.count ?? -1) } })
    subject.send(Calling {})
    expectEqual(counts.value, [1])
  }

  /// Runs a closure when it is released.
  private final class Calling: Sendable {
    let call: @Sendable () -> Void

    init(_ call: @escaping @Sendable () -> Void) {
      self.call = call
    }

    deinit { call() }
  }

  enum End: CaseIterable {
    case finish, failure, cancel, drop
  }

  @Test("However the stream ends, it releases downstream and the subject", arguments: End.allCases)
  func releases(end: End) {
    weak var subject: ReplaySubject<Int, TestError>?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var kept: (any Subscription)?
    do {
      let new = ReplaySubject<Int, TestError>(maxBufferSize: 2)
      subject = new
      new.send(1)
      let token = ReleaseToken()
      let recorder = RecordingSubscriber<Int, TestError> { _ in token.pass(.none) }
      downstream = recorder
      new.subscribe(recorder)
      kept = recorder.subscription
      switch end {
      case .finish: new.send(completion: .finished)
      case .failure: new.send(completion: .failure(TestError()))
      case .cancel: recorder.cancel()
      case .drop:
        recorder.cancel()
        _ = new.sink(receiveCompletion: { _ in }, receiveValue: { _ in token.pass(()) })
      }
    }
    expect(downstream == nil)
    expect(subject == nil)
    withExtendedLifetime(kept) {}
  }

  @Test("A subscription retains its subject, until the last value that waits has been delivered")
  func retains() {
    weak var subject: ReplaySubject<Int, Never>?
    let recorder: RecordingSubscriber<Int, Never>
    do {
      let new = ReplaySubject<Int, Never>(maxBufferSize: 2)
      subject = new
      recorder = new.record(demand: .none)
      new.send(1)
      new.send(completion: .finished)
    }
    expect(subject != nil)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expect(subject == nil)
  }

  @Test("A subject that is released cancels its upstreams")
  func cancelsUpstreams() {
    let upstream = ScriptedPublisher<Int, Never>()
    do {
      let subject = ReplaySubject<Int, Never>(maxBufferSize: 1)
      let subscription = Box<(any Subscription)?>(nil)
      let recorder = RecordingSubscriber<Int, Never>(demand: .none)
      recorder.onSubscription = { subscription.value = $0 }
      upstream.subscribe(recorder)
      if let found = subscription.value { subject.send(subscription: found) }
    }
    expectEqual(upstream.cancelCount, 1)
  }
}
