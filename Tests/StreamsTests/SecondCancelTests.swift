import Foundation
import StreamTesting
import Streams
import Synchronization
import TestSupport
import Testing

@testable import StreamCore

/// Two threads cancel at the same moment, and one of them delivers (rule 5).
@Suite("A cancel while another thread cancels")
struct SecondCancelTests {
  typealias Source = PassthroughSubject<Int, Never>

  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (Source) -> AnyPublisher<Int, Never>
  }

  static let operators = [
    Kind(testDescription: "a subject") { $0.eraseToAnyPublisher() },
    Kind(testDescription: "merge") { $0.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() },
    Kind(testDescription: "flatMap") { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
    Kind(testDescription: "zip") { $0.zip((1...40).publisher) { number, _ in number }.eraseToAnyPublisher() },
    Kind(testDescription: "combineLatest") { $0.combineLatest(Just(0)) { number, _ in number }.eraseToAnyPublisher() },
    Kind(testDescription: "switchToLatest") { $0.map { Just($0) }.switchToLatest().eraseToAnyPublisher() },
    Kind(testDescription: "buffer") {
      $0.buffer(size: 100, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher()
    },
    Kind(testDescription: "scan") { $0.scan(0) { $0 &+ $1 }.eraseToAnyPublisher() },
    Kind(testDescription: "share") { $0.share().eraseToAnyPublisher() },
    Kind(testDescription: "print") { $0.print("", to: Nowhere()).eraseToAnyPublisher() },
    Kind(testDescription: "append") { $0.append(1).eraseToAnyPublisher() },
    Kind(testDescription: "catch") {
      $0.setFailureType(to: TestError.self).catch { _ in Just(1) }.eraseToAnyPublisher()
    },
    Kind(testDescription: "removeDuplicates") { $0.removeDuplicates().eraseToAnyPublisher() },
  ]

  struct Nowhere: TextOutputStream {
    mutating func write(_ string: String) {}
  }

  /// What two threads know of one stream.
  final class Stage: Sendable {
    let source = Source()
    let target = Box<(any Cancellable)?>(nil)
    let isDelivering = Atomic(false)
    let hasCancelled = Atomic(false)
    let late = Atomic(0)

    /// Called for each value: answers the third by a cancel, and counts those that come when it has returned.
    func receive(_ value: Int) {
      if hasCancelled.load(ordering: .relaxed) { late.wrappingAdd(1, ordering: .relaxed) }
      guard value == 3 else { return }
      isDelivering.store(true, ordering: .releasing)
      target.value?.cancel()
      hasCancelled.store(true, ordering: .relaxed)
    }

    func deliver() {
      for value in 1...40 { source.send(value) }
    }

    func cancelElsewhere() {
      for _ in 0..<10_000 where isDelivering.load(ordering: .acquiring) { break }
      target.value?.cancel()
    }
  }

  private let stages = (0..<manyTimes / 1_000).map { _ in Stage() }

  private func expectNoneLate() {
    race(over: stages) {
      $0.deliver()
    } against: {
      $0.cancelElsewhere()
    }
    let late = stages.reduce(0) { $0 + $1.late.load(ordering: .relaxed) }
    expectEqual(late, 0, "\(late) values came after the cancel had returned.")
  }

  @Test("When a subscription's cancel returns, no value follows", arguments: operators)
  func subscription(kind: Kind) {
    for stage in stages {
      let recorder = CancellingSubscriber(stage: stage)
      kind.apply(stage.source).subscribe(recorder)
    }
    expectNoneLate()
  }

  private struct CancellingSubscriber: Subscriber {
    let stage: Stage
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      stage.target.value = subscription
      subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      stage.receive(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }

  @Test("When an AnyCancellable's cancel returns, no value follows", arguments: operators)
  func anyCancellable(kind: Kind) {
    for stage in stages {
      stage.target.value = kind.apply(stage.source).sink { [unowned stage] value in stage.receive(value) }
    }
    expectNoneLate()
  }

  @Test("When the cancel of an AnyCancellable around a subscription returns, no value follows", arguments: operators)
  func wrappedSubscription(kind: Kind) {
    for stage in stages {
      let recorder = CancellingSubscriber(stage: stage)
      kind.apply(stage.source).subscribe(recorder)
      if let subscription = stage.target.value as? any Subscription {
        stage.target.value = AnyCancellable(subscription)
      }
    }
    expectNoneLate()
  }

  struct Made: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable () -> any Cancellable
  }

  private static func repeats<Context: Scheduler>(_ name: String, _ scheduler: @escaping @Sendable () -> Context)
    -> Made
  {
    Made(testDescription: name) {
      let scheduler = scheduler()
      return scheduler.schedule(
        after: scheduler.now.advanced(by: .seconds(100)), interval: .seconds(100),
        tolerance: scheduler.minimumTolerance, options: nil
      ) {}
    }
  }

  private static func connects<Connectable: ConnectablePublisher>(_ name: String, _ publisher: Connectable) -> Made
  where Connectable: Sendable {
    Made(testDescription: name) { publisher.connect() }
  }

  static let cancellables = [
    repeats("work of a queue") { DispatchQueue(label: "SecondCancelTests") },
    repeats("work of a run loop") { RunLoop.main },
    repeats("work of an operation queue") { OperationQueue() },
    repeats("work of a clock") { ClockScheduler(ContinuousClock()) },
    repeats("work of a test") { TestScheduler() },
    connects("a timer", Timer.publish(every: 100, on: .main, in: .default)),
    connects("multicast", Source().multicast { Source() }),
    connects("makeConnectable", Source().makeConnectable()),
    Made(testDescription: "sink") { Source().sink { _ in } },
    Made(testDescription: "a Sink") {
      Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    },
    Made(testDescription: "a FixedSink") { Source().sink(fixedDemand: 1) { _ in } },
    Made(testDescription: "a subject's upstream") { Source().subscribe(Source()) },
  ]

  @Test(
    "A reference that several threads may cancel stays in place until it has been cancelled", arguments: cancellables)
  func isMadeForIt(made: Made) {
    let cancellable = made.make()
    let whole = cancellable as? AnyCancellable ?? AnyCancellable(cancellable)
    expect(!(whole.target is CancellationClosure))
    whole.cancel()
  }
}
