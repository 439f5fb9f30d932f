import StreamCore
import TestSupport
import Testing

/// A publisher that delivers one given value and finishes: what all of these share is tested once, here.
struct Elementary: CustomTestStringConvertible, Sendable {
  /// What the subscription says of itself.
  let name: String
  let make: @Sendable (Token) -> AnyPublisher<Token, Never>

  var testDescription: String { name }

  static let all = [
    Elementary(name: "Just") { Just($0).eraseToAnyPublisher() },
    Elementary(name: "Optional") { Optional($0).publisher.eraseToAnyPublisher() },
    Elementary(name: "Once") { Result<Token, Never>.success($0).publisher.eraseToAnyPublisher() },
    Elementary(name: "Sequence") { [$0].publisher.eraseToAnyPublisher() },
    Elementary(name: "Cancelled Events") {
      Record<Token, Never>(output: [$0], completion: .finished).eraseToAnyPublisher()
    },
    Elementary(name: "Future") { value in
      Future<Token, Never> { $0(.success(value)) }.eraseToAnyPublisher()
    },
  ]
}

@Suite("Elementary publishers")
struct ElementaryPublisherTests {
  @Test("The value waits for demand, and the completion follows it", arguments: Elementary.all)
  func waitsForDemand(_ elementary: Elementary) {
    let token = Token()
    let recorder = elementary.make(token).record(demand: .none)
    expectEqual(recorder.events.count, 1)
    expectEqual(recorder.subscriptions.count, 1)
    recorder.request(.max(1))
    expectEqual(recorder.values.map(ObjectIdentifier.init), [ObjectIdentifier(token)])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test(
    "Whatever is requested, and however often, the value is delivered once", arguments: Elementary.all,
    [Subscribers.Demand.max(1), .max(2), .max(.max), .unlimited])
  func valueComesOnce(_ elementary: Elementary, demand: Subscribers.Demand) {
    let recorder = elementary.make(Token()).record(demand: demand) { _ in demand }
    recorder.request(demand)
    recorder.request(demand)
    expectEqual(recorder.values.count, 1)
    expect(recorder.isFinished)
  }

  @Test("A request from inside the delivery neither recurses nor repeats (rule 3)", arguments: Elementary.all)
  func reentrantRequest(_ elementary: Elementary) {
    let recorder = RecordingSubscriber<Token, Never>()
    recorder.onValue = { [unowned recorder] _ in
      recorder.request(.max(1))
      recorder.request(.unlimited)
      return .max(1)
    }
    recorder.onCompletion = { [unowned recorder] _ in recorder.request(.max(1)) }
    elementary.make(Token()).subscribe(recorder)
    expectEqual(recorder.values.count, 1)
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A request from inside receive(subscription:) is served", arguments: Elementary.all)
  func requestWhileAttaching(_ elementary: Elementary) {
    let recorder = RecordingSubscriber<Token, Never>(demand: .none)
    recorder.onSubscription = { $0.request(.max(1)) }
    elementary.make(Token()).subscribe(recorder)
    expectEqual(recorder.values.count, 1)
    expect(recorder.isFinished)
  }

  @Test("After a cancel nothing is delivered, and the subscription cannot be started again", arguments: Elementary.all)
  func cancelBeforeDemand(_ elementary: Elementary) {
    let recorder = elementary.make(Token()).record(demand: .none)
    recorder.cancel()
    recorder.request(.unlimited)
    recorder.cancel()
    expectEqual(recorder.events.count, 1)
  }

  @Test("A cancel from inside receive(subscription:) ends the stream (rule 5)", arguments: Elementary.all)
  func cancelWhileAttaching(_ elementary: Elementary) {
    let recorder = RecordingSubscriber<Token, Never>()
    recorder.onSubscription = { $0.cancel() }
    elementary.make(Token()).subscribe(recorder)
    expectEqual(recorder.events.count, 1)
  }

  @Test("A cancel from inside the delivery of the last value suppresses the completion", arguments: Elementary.all)
  func cancelInsideDelivery(_ elementary: Elementary) {
    let recorder = RecordingSubscriber<Token, Never>()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .max(1)
    }
    elementary.make(Token()).subscribe(recorder)
    expectEqual(recorder.values.count, 1)
    expect(recorder.completions.isEmpty)
  }

  @Test("Two subscriptions are independent", arguments: Elementary.all)
  func independentSubscriptions(_ elementary: Elementary) {
    let publisher = elementary.make(Token())
    let (first, second, third) = (
      publisher.record(demand: .none), publisher.record(demand: .none), publisher.record(demand: .none)
    )
    first.cancel()
    second.request(.max(1))
    expectEqual(first.events.count, 1)
    expectEqual(second.values.count, 1)
    expect(second.isFinished)
    expectEqual(third.events.count, 1)
    third.request(.unlimited)
    expect(third.values.first === second.values.first)
    expect(third.isFinished)
  }

  @Test(
    "A request for no values delivers none, and does not affect the next request",
    arguments: ContractCase.delivering)
  func requestOfNothing(publisher: ContractCase) {
    let recorder = publisher.make().record(demand: .none)
    recorder.request(.none)
    expectEqual(recorder.events.count, 1)
    recorder.request(.max(1))
    recorder.request(.none)
    expectEqual(recorder.values, Array(publisher.values.prefix(1)))
    recorder.request(.unlimited)
    recorder.request(.none)
    expectEqual(recorder.values, publisher.values)
    expect(recorder.isFinished)
  }

  @Test("A future keeps its result when no values are requested, and delivers it on demand")
  func requestOfNothingToFuture() {
    let promise = Box<Future<Int, Never>.Promise?>(nil)
    let recorder = Future<Int, Never> { promise.value = $0 }.record(demand: .none)
    recorder.request(.none)
    promise.value?(.success(1))
    expectEqual(recorder.values, [])
    recorder.request(.none)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
  }

  // MARK: Release

  enum Ending: CaseIterable, Sendable {
    case finish, cancelBeforeDemand, cancelInsideDelivery
  }

  @Test(
    "A subscription that is kept for ever retains neither downstream nor value (rule 7)", arguments: Elementary.all,
    Ending.allCases)
  func keptSubscriptionKeepsNothing(_ elementary: Elementary, ending: Ending) {
    weak var value: Token?
    weak var recorder: RecordingSubscriber<Token, Never>?
    var kept: (any Subscription)?
    do {
      let token = Token()
      let downstream = elementary.make(token).record(demand: .none)
      switch ending {
      case .finish:
        downstream.request(.unlimited)
      case .cancelBeforeDemand:
        downstream.cancel()
      case .cancelInsideDelivery:
        downstream.onValue = { [unowned downstream] _ in
          downstream.cancel()
          return .none
        }
        downstream.request(.unlimited)
      }
      kept = downstream.subscription
      (value, recorder) = (token, downstream)
    }
    expect(kept != nil)
    expect(recorder == nil)
    expect(value == nil)
    withExtendedLifetime(kept) {}
  }

  // MARK: Descriptions

  @Test("The subscription describes itself by the operator after the end", arguments: Elementary.all)
  func nameAfterEnd(_ elementary: Elementary) throws {
    for end in [{ @Sendable in $0.request(.max(1)) }, { $0.cancel() }] as [@Sendable (any Subscription) -> Void] {
      let subscription = try #require(elementary.make(Token()).record(demand: .none).subscription)
      end(subscription)
      expectEqual("\(subscription)", elementary.name)
    }
  }

  @Test("The playground description is the description, and the mirror shows the demand", arguments: Elementary.all)
  func reflection(_ elementary: Elementary) throws {
    let subscription = try #require(elementary.make(Token()).record(demand: .none).subscription)
    let playground = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
    expectEqual(playground.playgroundDescription as? String, "\(subscription)")
    let labels = Mirror(reflecting: subscription).children.compactMap(\.label)
    expect(labels.contains { $0.lowercased().hasSuffix("demand") })
  }

  // MARK: Races

  func probes(_ elementary: Elementary, count: Int) -> [CountingSubscriber<Token, Never>] {
    let publisher = elementary.make(Token())
    return (0..<count).map { _ in
      let probe = CountingSubscriber<Token, Never>()
      publisher.subscribe(probe)
      return probe
    }
  }

  @Test("A request that races a cancel delivers all signals or none, and never crashes", arguments: Elementary.all)
  func requestRacingCancel(_ elementary: Elementary) {
    let probes = probes(elementary, count: 50_000 / Elementary.all.count)
    race(over: probes) {
      $0.request(.max(1))
    } against: {
      $0.cancel()
    }
    // A completion follows no less than its value; a value in flight may be without.
    expect(probes.allSatisfy { $0.valueCount <= 1 && $0.completionCount <= $0.valueCount })
    let counts = probes.map(\.valueCount)
    for probe in probes { probe.request(.max(1)) }
    expectEqual(probes.map(\.valueCount), counts)
  }

  @Test("Requests that race each other deliver the value once", arguments: Elementary.all)
  func requestRacingRequest(_ elementary: Elementary) {
    let probes = probes(elementary, count: 3_000)
    race(over: probes) {
      $0.request(.max(1))
    } against: {
      $0.request(.unlimited)
    }
    expect(probes.allSatisfy { $0.valueCount == 1 && $0.completionCount == 1 })
  }
}
