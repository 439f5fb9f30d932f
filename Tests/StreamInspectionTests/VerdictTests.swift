import StreamCombining
import StreamCore
import StreamFiltering
import StreamMapping
import StreamSharing
import StreamTesting
import StreamTiming
import Testing

@testable import StreamInspection

/// Pipelines that stand still, each for another reason, and what must be said of them.
struct Stalled: Sendable, CustomTestStringConvertible {
  let name: String
  let kind: Verdict.Kind
  let words: String
  let begin: @Sendable () -> [Any]

  init(_ name: String, _ kind: Verdict.Kind, _ words: String, _ begin: @escaping @Sendable () -> [Any]) {
    (self.name, self.kind, self.words, self.begin) = (name, kind, words, begin)
  }

  var testDescription: String { name }

  static let all: [Stalled] = [
    Stalled("a subject that nobody sends to", .waitsForSource, "PassthroughSubject, asked for all") {
      [PassthroughSubject<Int, Never>().sink { _ in }]
    },
    Stalled("a future that is not kept", .waitsForSource, "Future, asked for all") {
      [Future<Int, Never> { _ in }.sink { _ in }]
    },
    Stalled("behind stages without state", .waitsForSource, "PassthroughSubject") {
      [PassthroughSubject<Int, Never>().map { $0 + 1 }.filter { $0 > 1 }.sink { _ in }]
    },
    Stalled("a filter that lets nothing pass", .waitsForSource, "PassthroughSubject, asked for all") {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.filter { _ in false }.sink { _ in }
      for number in 0..<10 { subject.send(number) }
      return [subject, cancellable]
    },
    Stalled("one side of a zip", .waitsForSource, "PassthroughSubject") {
      let (one, other) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<Int, Never>())
      return [one, other, one.zip(other).sink { _ in }]
    },
    Stalled("an inner stream that sends nothing", .waitsForSource, "flatMap asks for nothing else until that ends") {
      let inner = PassthroughSubject<Int, Never>()
      return [inner, [1, 2].publisher.flatMap(maxPublishers: .max(1)) { _ in inner }.sink { _ in }]
    },
    Stalled("a publisher that sends no subscription", .waitsForSource, "Silent has sent no subscription") {
      let silent = Silent()
      return [silent, silent.sink { _ in }]
    },
    Stalled("a virtual clock that is not advanced", .waitsForSource, "delay keeps 1") {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.delay(for: .seconds(1), scheduler: TestScheduler()).sink { _ in }
      subject.send(1)
      return [subject, cancellable]
    },
    Stalled("one side of combineLatest", .waitsForSource, "PassthroughSubject") {
      let (one, other) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<Int, Never>())
      return [one, other, one.combineLatest(other).sink { _ in }]
    },
    Stalled("a scheduler that does not run", .waitsForSource, "receiveOn keeps 2") {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.receive(on: TestScheduler()).sink { _ in }
      for number in 0..<2 { subject.send(number) }
      return [subject, cancellable]
    },
    Stalled("a publisher that never ends, before another", .waitsForSource, "Empty") {
      [Empty<Int, Never>(completeImmediately: false).append(1).sink { _ in }]
    },
    Stalled("a timer that is not connected", .neverConnected, "makeConnectable") {
      let shared = PassthroughSubject<Int, Never>().makeConnectable()
      return [shared, shared.map { $0 }.sink { _ in }]
    },
    Stalled("a reader that asks for nothing", .waitsForReader, "Reader asks for nothing (it has received 0)") {
      let reader = Reader(0)
      (0..<3).publisher.subscribe(reader)
      return [reader]
    },
    Stalled("a reader that asked for two", .waitsForReader, "Reader asks for nothing (it has received 2)") {
      let reader = Reader(2)
      (0..<3).publisher.map { $0 }.subscribe(reader)
      return [reader]
    },
    Stalled("a full buffer", .full, "buffer keeps 2 of 2; Reader asks for nothing") {
      let reader = Reader(1)
      (0..<9).publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).subscribe(reader)
      return [reader]
    },
    Stalled("a reader that retains its subscription after the end", .endedButRetained, "finished") {
      let reader = Reader(4)
      (0..<3).publisher.subscribe(reader)
      return [reader]
    },
    Stalled("a multicast without connect", .neverConnected, "multicast") {
      let shared = [1, 2].publisher.multicast { PassthroughSubject<Int, Never>() }
      return [shared, shared.sink { _ in }]
    },
    Stalled("makeConnectable without connect", .neverConnected, "makeConnectable") {
      let shared = [1, 2].publisher.makeConnectable()
      return [shared, shared.sink { _ in }]
    },
    Stalled("a connection that waits", .waitsForSource, "PassthroughSubject") {
      let shared = PassthroughSubject<Int, Never>().multicast { PassthroughSubject<Int, Never>() }
      return [shared, shared.sink { _ in }, shared.connect()]
    },
    Stalled("share of a subject", .waitsForSource, "") {
      let shared = PassthroughSubject<Int, Never>().share()
      return [shared, shared.sink { _ in }, shared.sink { _ in }]
    },
  ]
}

extension InspectorTests {
  @Test("A pipeline that stands still is said to do so for its reason", arguments: Stalled.all)
  func verdicts(_ stalled: Stalled) throws {
    try inspected(stalled.begin) { snapshot, _ in
      let verdict = try #require(snapshot.pipelines.first).verdict
      #expect(verdict.kind == stalled.kind, "\(snapshot)")
      #expect(verdict.reason.contains(stalled.words), "\(snapshot)")
    }
  }

  @Test("A pipeline through which something has just come runs")
  func runs() throws {
    let subject = PassthroughSubject<Int, Never>()
    try inspected({
      let cancellable = subject.sink { _ in }
      subject.send(1)
      return cancellable
    }) { later, _ in
      let pipeline = try #require(later.pipelines.first)
      #expect(pipeline.verdict.kind == .waitsForSource)
      let now = StreamInspector.snapshot(at: now(), findsLines: false).pipelines.first { $0.id == pipeline.id }
      #expect(now?.verdict.kind == .runs)
    }
  }

  @Test("A sink that has not returned is what its pipeline waits for")
  func busy() throws {
    let subject = PassthroughSubject<Int, Never>()
    let seen = Locked<StreamSnapshot?>(nil)
    try inspected({
      subject.map { $0 }.sink { _ in
        _ = seen.exchange(StreamInspector.snapshot(at: now() + 10_000_000_000, findsLines: false))
      }
    }) { snapshot, _ in
      let id = try #require(snapshot.pipelines.first).id
      subject.send(1)
      let verdict = seen.value?.pipelines.first { $0.id == id }?.verdict
      #expect(verdict?.kind == .waitsForReader)
      #expect(verdict?.reason == "sink has not returned for 10.0 s")
    }
  }
}

/// Retains its subscriber, and sends no subscription.
private final class Silent: Publisher {
  typealias Output = Int
  typealias Failure = Never

  nonisolated(unsafe) private var subscriber: AnySubscriber<Int, Never>?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    self.subscriber = AnySubscriber(subscriber)
  }
}

/// Asks for a number of elements, once.
private final class Reader: Subscriber {
  private let demand: Int
  nonisolated(unsafe) private var subscription: (any Subscription)?

  init(_ demand: Int) {
    self.demand = demand
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(demand))
  }

  func receive(_ input: Int) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<Never>) {}
}
