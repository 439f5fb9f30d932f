import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

/// A value whose `deinit` is a client's code: it cancels the stream, as that of an object which owns its subscription.
final class Departing: Sendable {
  private let onDeparture: @Sendable () -> Void

  init(_ onDeparture: @escaping @Sendable () -> Void) {
    self.onDeparture = onDeparture
  }

  deinit { onDeparture() }
}

/// Rules 6 and 7: no value is released under a lock, where a `deinit` that cancels would wait for itself for ever. So
/// each case runs on a thread of its own, and fails if that does not come back.
@Suite("Values whose release cancels the stream")
struct ReleaseTests {
  typealias Source = PassthroughSubject<Departing, TestError>

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let demand: Subscribers.Demand
    let attach: @Sendable (Source, TestScheduler, RecordingSubscriber<Int, TestError>) -> Void

    init<P: Publisher & SendableMetatype>(
      _ description: String, demand: Subscribers.Demand = .unlimited,
      _ makePipeline: @escaping @Sendable (Source, TestScheduler) -> P
    ) where P.Failure == TestError {
      testDescription = description
      self.demand = demand
      // Values are told apart from then on by nothing but that they came, so that no recorder holds them.
      attach = { Publishers.Map(upstream: makePipeline($0, $1), transform: { _ in 1 }).subscribe($2) }
    }
  }

  static let cases = [
    Case("debounce") { $0.debounce(for: 1, scheduler: $1) },
    Case("debounce, no demand", demand: .none) { $0.debounce(for: 1, scheduler: $1) },
    Case("debounceKeepingLast") { $0.debounceKeepingLast(for: 1, scheduler: $1) },
    Case("debounceKeepingLast, no demand", demand: .none) { $0.debounceKeepingLast(for: 1, scheduler: $1) },
    Case("throttle, newest") { $0.throttle(for: 1, scheduler: $1, latest: true) },
    Case("throttle, oldest") { $0.throttle(for: 1, scheduler: $1, latest: false) },
    Case("throttle, no demand", demand: .none) { $0.throttle(for: 1, scheduler: $1, latest: true) },
    Case("throttleFirst") { $0.throttleFirst(for: 1, scheduler: $1) },
    Case("delay") { $0.delay(for: 1, scheduler: $1) },
    Case("timeout") { $0.timeout(1, scheduler: $1) },
    Case("collect by time") { $0.collect(.byTime($1, 1)) },
    Case("collect by time or count") { $0.collect(.byTimeOrCount($1, 1, 2)) },
    Case("collect by time, no demand", demand: .none) { $0.collect(.byTime($1, 1)) },
    Case("measureInterval") { $0.measureInterval(using: $1) },
    Case("receive(on:)") { $0.receive(on: $1) },
  ]

  /// Whether the values go because time passes, because the stream ends, or because the subscriber cancels.
  enum Ending: CaseIterable { case none, finish, failure, cancel }

  @Test(
    "A value may cancel when it is dropped, delivered or left over, without a deadlock (rule 7)", arguments: cases,
    Ending.allCases)
  func departs(each: Case, ending: Ending) {
    let count = 4
    let departures = Box(0)
    let returns = returnsElsewhere(within: 30_000) {
      let scheduler = TestScheduler()
      let source = Source()
      let recorder = RecordingSubscriber<Int, TestError>(demand: each.demand)
      each.attach(source, scheduler, recorder)
      for _ in 0..<count {
        source.send(
          Departing {
            departures.increment()
            recorder.cancel()
          })
        scheduler.advance(by: 0.1)
      }
      switch ending {
      case .none: scheduler.advance(by: 10)
      case .finish: source.send(completion: .finished)
      case .failure: source.send(completion: .failure(TestError()))
      case .cancel: recorder.cancel()
      }
      scheduler.resume()
      recorder.cancel()
      recorder.forget()
    }
    expect(returns)
    expectEqual(departures.value, count)
  }

  /// An upstream that keeps nothing: its subscription goes with its end, and cancels what is downstream.
  private struct Leaving: ReleasingPublisher {
    typealias Output = Int
    typealias Failure = TestError

    let onDeparture: @Sendable () -> Void

    private final class Leave: Subscription {
      let departing: Departing

      init(_ departing: Departing) {
        self.departing = departing
      }

      func request(_ demand: Subscribers.Demand) {}

      func cancel() {}
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      subscriber.receive(subscription: Leave(Departing(onDeparture)))
      _ = subscriber.receive(1)
      subscriber.receive(completion: .finished)
    }
  }

  @Test("The subscription of upstream is released outside any lock at the end (rule 6)")
  func subscriptionDeparts() {
    let departures = Box(0)
    let returns = returnsElsewhere(within: 30_000) {
      let scheduler = TestScheduler()
      let recorder = RecordingSubscriber<Int, TestError>()
      let source = Leaving {
        departures.increment()
        recorder.cancel()
      }
      source.debounce(for: 1, scheduler: scheduler).subscribe(recorder)
      scheduler.resume()
      recorder.forget()
    }
    expect(returns)
    expectEqual(departures.value, 1)
  }
}
