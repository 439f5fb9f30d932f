import StreamCore
import TestSupport
import Testing

/// A subscriber that is a value, and holds nothing but where it writes.
private struct WritingSubscriber<Input: Sendable>: Subscriber {
  typealias Failure = TestError

  let combineIdentifier = CombineIdentifier()
  let log: Box<[String]>
  let demand: Subscribers.Demand

  func receive(subscription: any Subscription) { subscription.request(demand) }

  func receive(_ input: Input) -> Subscribers.Demand {
    log.update { $0.append("\(input)") }
    return .none
  }

  func receive(completion: Subscribers.Completion<TestError>) { log.update { $0.append("\(completion)") } }
}

/// A subject holds its subscribers as objects of no type, and casts them back without a check.
@Suite("Subscribers of different types in one subject")
struct SubscriberTypesTests {
  private typealias AnySubject = any Subject<Int, TestError>

  private func subjects() -> [AnySubject] {
    [PassthroughSubject<Int, TestError>(), CurrentValueSubject<Int, TestError>(0)]
  }

  /// Subscribes one of each type.
  ///
  /// - Returns: What each has received, and what to hold on to.
  private func subscribeAll(
    to subject: some Subject<Int, TestError>
  ) -> (logs: [Box<[String]>], cancels: [() -> Void]) {
    let logs = (0..<5).map { _ in Box<[String]>([]) }
    let add = { @Sendable (index: Int, text: String) in logs[index].update { $0.append(text) } }
    subject.subscribe(WritingSubscriber<Int>(log: logs[0], demand: .unlimited))
    subject.subscribe(AnySubscriber(WritingSubscriber<Int>(log: logs[1], demand: .unlimited)))
    let sink = subject.sink(receiveCompletion: { add(2, "\($0)") }, receiveValue: { add(2, "\($0)") })
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { value in
      add(3, "\(value)")
      return .none
    }
    recorder.onCompletion = { add(3, "\($0)") }
    subject.subscribe(recorder)
    let mapped = Publishers.Map(upstream: subject) { "<\($0)>" }
      .sink(receiveCompletion: { add(4, "\($0)") }, receiveValue: { add(4, $0) })
    return (logs, [sink.cancel, recorder.cancel, mapped.cancel])
  }

  @Test("Each receives every value and the completion", arguments: [0, 1])
  func receives(kind: Int) {
    func check(_ subject: some Subject<Int, TestError>) {
      let (logs, cancels) = subscribeAll(to: subject)
      for value in 1...2 { subject.send(value) }
      subject.send(completion: .failure(TestError()))
      let current = kind == 1 ? ["0"] : []
      for log in logs.prefix(4) { expectEqual(log.value, current + ["1", "2", "failure(failure)"]) }
      expectEqual(logs[4].value, current.map { "<\($0)>" } + ["<1>", "<2>", "failure(failure)"])
      withExtendedLifetime(cancels) {}
    }
    check(subjects()[kind])
  }

  @Test("Any of them can cancel, and the others go on, though they move together in the list", arguments: [0, 1])
  func cancels(kind: Int) {
    func check(_ subject: some Subject<Int, TestError>) {
      let all = (0..<8).map { _ in subscribeAll(to: subject) }
      for (logs, cancels) in all {
        for cancel in cancels { cancel() }
        for log in logs { log.value = [] }
      }
      subject.send(7)
      for (logs, _) in all { expectEqual(logs.map(\.value), [["7"], ["7"], [], [], []]) }
      // A subject that has subscribers keeps itself.
      subject.send(completion: .finished)
    }
    check(subjects()[kind])
  }

  @Test("One that has missed the newest value gets it when it makes a request")
  func replays() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let recorder = subject.record(demand: .none)
    let (logs, cancels) = subscribeAll(to: subject)
    subject.send(1)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    for log in logs.prefix(4) { expectEqual(log.value, ["0", "1"]) }
    withExtendedLifetime(cancels) {}
    // A subject that has subscribers keeps itself.
    subject.send(completion: .finished)
  }

  @Test("One that attaches after the end receives the completion alone")
  func turnsAway() {
    let subject = PassthroughSubject<Int, TestError>()
    subject.send(completion: .finished)
    let (logs, cancels) = subscribeAll(to: subject)
    for log in logs { expectEqual(log.value, ["finished"]) }
    withExtendedLifetime(cancels) {}
  }
}
