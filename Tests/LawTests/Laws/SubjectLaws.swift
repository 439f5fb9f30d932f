import StreamTesting
import Streams

let subjectLaws = LawTable.laws(of: "Subjects") { laws in
  laws.add("PassthroughSubject passes through", of: "PassthroughSubject", .identity, in: .anywhere.eager) {
    $0.through(PassthroughSubject())
  }
  laws.add("PassthroughSubject tells what it drops", of: "PassthroughSubject", .conservation, in: .anywhere.uncut) {
    $0.through(PassthroughSubject())
  }
  laws.same(
    "CurrentValueSubject passes on, after its value", of: "CurrentValueSubject", in: .anywhere.eager,
    { $0.through(CurrentValueSubject(-1)) }, { $0.prepend(-1) })
  laws.add("CurrentValueSubject does not reorder", of: "CurrentValueSubject", .subsequence) {
    $0.through(CurrentValueSubject(-1)).filter { $0 >= 0 }
  }
  laws.add("An erased subject is the subject", of: "AnySubject", .identity, in: .anywhere.eager) {
    $0.through(AnySubject(PassthroughSubject<Int, TestError>()))
  }
  laws.add("An erased subject tells what it drops", of: "AnySubject", .conservation, in: .anywhere.uncut) {
    $0.through(AnySubject(PassthroughSubject<Int, TestError>()))
  }
  laws.add("BroadcastSubject without a bound loses nothing", of: "BroadcastSubject", .identity) {
    $0.through(BroadcastSubject(bufferSize: .max, whenFull: .dropOldest))
  }
  laws.add("BroadcastSubject tells what it drops", of: "BroadcastSubject", .conservation, in: .anywhere.uncut) {
    source, run in
    source.through(BroadcastSubject(bufferSize: run.pick(0, 1, 2, 256), whenFull: run.pick(.dropOldest, .dropNewest)))
  }
  laws.add("ReplaySubject with all loses nothing", of: "ReplaySubject", .identity) {
    $0.through(ReplaySubject(maxBufferSize: .max))
  }
  laws.add("ReplaySubject tells what it drops", of: "ReplaySubject", .conservation, in: .anywhere.uncut) {
    source, run in
    source.through(ReplaySubject(maxBufferSize: run.pick(0, 1, 2, 256)))
  }
  for subject in losslessSubjects {
    laws.add("\(subject.name) delivers all to one of several", of: subject.name, .identity, in: .anywhere.hot.eager) {
      source, run in
      subject.through(source).besideOthers(in: run).filter { $0 >= 0 }
    }
  }
  laws.same(
    "LastValueSubject is last", of: "LastValueSubject Filtering.last", in: .anywhere.ending,
    { $0.through(LastValueSubject()) }, { $0.last() })
  laws.same(
    "LastValueSubject of one is it", of: "LastValueSubject", in: .anywhere.ending,
    { $0.prefix(1).through(LastValueSubject()) }, { $0.prefix(1).last() })
  laws.add("A topic of one key", of: "KeyedSubject", .identity, in: .anywhere.eager) { source in
    emitting { emitter in
      let subject = KeyedSubject<Int, Int, TestError>()
      let sink = subject[0].sink(
        receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0) })
      let feed = source.sink(
        receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0, to: 0) })
      return AnyCancellable {
        sink.cancel(); feed.cancel()
      }
    }
  }
  laws.add("All topics have all", of: "KeyedSubject", .identity, in: .anywhere.eager) { source in
    emitting { emitter in
      let subject = KeyedSubject<Int, Int, TestError>(replay: 1)
      let sink = subject.all.sink(
        receiveCompletion: { emitter.send(completion: $0) }, receiveValue: { emitter.send($0.1) })
      let feed = source.sink(
        receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0, to: $0 % 3) })
      return AnyCancellable {
        sink.cancel(); feed.cancel()
      }
    }
  }
  laws.same(
    "PassthroughRelay passes on", of: "PassthroughRelay", in: .anywhere.eager,
    { source in relaying(PassthroughRelay(), source) }, { $0.ignoreFailure() })
  laws.same(
    "CurrentValueRelay passes on, after its value", of: "CurrentValueRelay", in: .anywhere.eager,
    { source in relaying(CurrentValueRelay(-1), source) }, { $0.ignoreFailure().prepend(-1) })
  laws.same(
    "ReplayRelay passes on", of: "ReplayRelay", in: .anywhere.eager,
    { source in relaying(ReplayRelay(maxBufferSize: 2), source) }, { $0.ignoreFailure() })
  laws.same(
    "Subscribed with a relay", of: "subscribe PassthroughRelay", in: .anywhere.eager,
    { source in relaying(PassthroughRelay(), source, isSubscribed: true) }, { $0.ignoreFailure() })
  laws.same(
    "Subscribed with a relay that has a value", of: "subscribe CurrentValueRelay", in: .anywhere.eager,
    { source in relaying(CurrentValueRelay(-1), source, isSubscribed: true) }, { $0.ignoreFailure().prepend(-1) })
  laws.same(
    "Subscribed with a relay that replays", of: "subscribe ReplayRelay", in: .anywhere.eager,
    { source in relaying(ReplayRelay(maxBufferSize: .max), source, isSubscribed: true) }, { $0.ignoreFailure() })
  laws.same(
    "A property is its first value and the rest", of: "Property", in: .anywhere.hot.eager,
    { source, run in run.keeping(Property(initial: -1, then: source.ignoreFailure())) },
    { source, _ in source.ignoreFailure().prepend(-1) })
  laws.same(
    "A property mapped is a map", of: "Property", in: .anywhere.hot.eager,
    { source, run in run.keeping(Property(initial: -1, then: source.ignoreFailure())).map { $0 * 2 } },
    { source, _ in source.ignoreFailure().prepend(-1).map { $0 * 2 } })
  laws.same(
    "An invalid value is refused", of: "ValidatingProperty", in: .timed.eager,
    { source in
      let property = ValidatingProperty<Int, TestError>(-1) { $0 % 2 == 0 ? .valid : .invalid(TestError()) };
      return source.map {
        _ = property.set($0); return property.value
      }
    }, { $0.scan(-1) { $1 % 2 == 0 ? $1 : $0 } })
  laws.same(
    "A valid value is taken", of: "ValidatingProperty", in: .timed.eager,
    { source in
      let property = ValidatingProperty<Int, TestError>(-1) { _ in .valid };
      return source.map {
        _ = property.set($0); return property.value
      }
    }, { $0 })
  laws.add("An action runs for each", of: "Action", .identity.unlessOvertaken, in: .anywhere.cold) { source in
    let action = Action<Int, Int, TestError> { Just($0).setFailureType(to: TestError.self).eraseToAnyPublisher() }
    return source.flatMap(maxPublishers: .max(1)) { action($0).mapError { _ in TestError("refused") } }
  }
  laws.same(
    "An action that may not run refuses", of: "Action", in: .anywhere.cold.lengths(1, 2, 7),
    { source in
      let action = Action<Int, Int, TestError>(enabledIf: Property(false)) {
        Just($0).setFailureType(to: TestError.self).eraseToAnyPublisher()
      }
      return source.flatMap(maxPublishers: .max(1)) { action($0).mapError { _ in TestError("refused") } }
    }, { $0.tryMap { _ -> Int in throw TestError("refused") } })
}

extension Publisher where Output == Int, Failure == TestError {
  /// The same, by way of a subject.
  func through<S: Subject>(_ subject: S) -> AnyPublisher<Int, TestError> where S.Output == Int, S.Failure == TestError {
    multicast(subject: subject).autoconnect().eraseToAnyPublisher()
  }
}

/// Each kind of subject that drops nothing of what is asked for.
private let losslessSubjects: [(name: String, through: @Sendable (Law.Upstream) -> Law.Upstream)] = [
  ("PassthroughSubject", { $0.through(PassthroughSubject()) }),
  ("CurrentValueSubject", { $0.through(CurrentValueSubject(-1)) }),
  ("AnySubject", { $0.through(AnySubject(PassthroughSubject<Int, TestError>())) }),
  ("BroadcastSubject", { $0.through(BroadcastSubject(bufferSize: .max, whenFull: .dropOldest)) }),
  ("ReplaySubject", { $0.through(ReplaySubject(maxBufferSize: 2)) }),
]

/// The elements of a source by way of a relay, which never ends, and the end of the source after them.
private func relaying<R: Relay & Publisher<Int, Never> & Sendable>(
  _ relay: R, _ source: Law.Upstream, isSubscribed: Bool = false
) -> AnyPublisher<Int, TestError> {
  emitting { emitter in
    let sink = relay.sink { emitter.send($0) }
    let ended = source.ignoreFailure().handleEvents(receiveCompletion: { _ in emitter.send(completion: .finished) })
    let feed = isSubscribed ? ended.subscribe(relay) : ended.sink { relay.accept($0) }
    return AnyCancellable {
      sink.cancel()
      feed.cancel()
    }
  }
}
