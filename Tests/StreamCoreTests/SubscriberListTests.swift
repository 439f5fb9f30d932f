import StreamTesting
import Synchronization
import TestSupport
import Testing

@testable import StreamCore

@Suite("SubscriberList")
struct SubscriberListTests {
  private func subscribe(_ count: Int, to subject: PassthroughSubject<Int, Never>, log: Box<[Int]>) -> [AnyCancellable]
  {
    (0..<count).map { index in subject.sink { _ in log.update { $0.append(index) } } }
  }

  @Test("The remaining subscribers are served in the order of subscription", arguments: [5, 17, 100, 1_000])
  func order(count: Int) {
    var generator = SeededGenerator(seed: 7)
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[Int]>([])
    var expected = Array(0..<count)
    var subscriptions = subscribe(count, to: subject, log: log)
    while !expected.isEmpty {
      for _ in 0..<max(1, expected.count / 3) {
        let index = Int.random(in: expected.indices, using: &generator)
        subscriptions.remove(at: index).cancel()
        expected.remove(at: index)
      }
      log.value = []
      subject.send(1)
      expectEqual(log.value, expected)
    }
    let late = subscribe(1, to: subject, log: log)
    subject.send(1)
    expectEqual(log.value, [0])
    withExtendedLifetime(late) {}
  }

  @Test("Empty places are removed when they are more than half")
  func movesTogether() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[Int]>([])
    let subscriptions = subscribe(100, to: subject, log: log)
    for subscription in subscriptions.prefix(60) { subscription.cancel() }
    expectEqual(subject.broadcaster.subscribers.count, 40)
    expect(subject.broadcaster.subscribers.places.count < 80)
    for subscription in subscriptions.suffix(39) { subscription.cancel() }
    expect(subject.broadcaster.subscribers.places.count <= 16)
    subject.send(1)
    expectEqual(log.value, [60])
  }

  @Test("A subscriber cancelled inside a delivery, or while others join, leaves its own place")
  func insideDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Box<[Int]>([])
    let others = Box<[AnyCancellable]>([])
    let first = subject.sink { value in
      log.update { $0.append(value) }
      if value == 1 {
        for other in others.value { other.cancel() }
        others.value = [subject.sink { value in log.update { $0.append(-value) } }]
      }
    }
    others.value = subscribe(20, to: subject, log: Box([]))
    subject.send(1)
    subject.send(2)
    expectEqual(log.value, [1, 2, -2])
    expectEqual(subject.broadcaster.subscribers.count, 2)
    withExtendedLifetime(first) {}
  }

  /// The processor time of `body` at best, of three times.
  private func best(_ body: () -> Void) -> Duration {
    (0..<3).map { _ in processorTime(body) }.min() ?? .zero
  }

  // Four times as many take four times as long; if each looked at all others, sixteen times.
  @Test("Cancelling one of many subscribers, the oldest first, takes time independent of their number")
  func cancelOldestFirst() {
    func cancel(_ count: Int) -> Duration {
      best {
        let subject = PassthroughSubject<Int, Never>()
        for subscription in (0..<count).map({ _ in subject.sink { _ in } }) { subscription.cancel() }
      }
    }
    let ratio = cancel(40_000) / cancel(10_000)
    expect(ratio < 10, "\(ratio)")
  }

  /// How a subject is rid of those who feed it.
  enum Parting: CaseIterable {
    case cancelOldestFirst, cancelNewestFirst, endOfEach, endOfSubject
  }

  @Test(
    "Detaching one of many upstreams of a subject takes time independent of their number", arguments: Parting.allCases)
  func manyUpstreams(parting: Parting) {
    func feed(_ count: Int) -> Duration {
      best {
        let subject = PassthroughSubject<Int, Never>()
        let sources = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        let feeds = sources.map { $0.subscribe(subject) }
        switch parting {
        case .cancelOldestFirst: for feed in feeds { feed.cancel() }
        case .cancelNewestFirst: for feed in feeds.reversed() { feed.cancel() }
        // The first end is the subject's, too.
        case .endOfEach: for source in sources { source.send(completion: .finished) }
        case .endOfSubject: subject.send(completion: .finished)
        }
        withExtendedLifetime(feeds) {}
      }
    }
    let ratio = feed(16_000) / feed(4_000)
    expect(ratio < 10, "\(ratio)")
  }
}
