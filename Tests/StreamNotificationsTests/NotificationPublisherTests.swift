import Foundation
import StreamCore
import StreamMapping
import TestSupport
import Testing

@testable import StreamNotifications

private final class Sender: Sendable {}

extension Notification.Name {
  fileprivate static let arrival = Notification.Name("arrival")
  fileprivate static let departure = Notification.Name("departure")
}

/// Counts the observers that centres have, by what their blocks hold.
private final class ObserverCount: Sendable {
  private let entries = Box<[() -> ObjectFilter?]>([])

  func add(_ subscription: any Subscription) {
    let filter = (subscription as? NotificationSubscription)?.observer.filter
    entries.update { $0.append { [weak filter] in filter } }
  }

  var value: Int { entries.value.count { $0() != nil } }
}

@Suite("NotificationCenter.publisher")
struct NotificationPublisherTests {
  private let center = NotificationCenter()
  private let observers = ObserverCount()

  private func publisher(
    _ name: Notification.Name = .arrival, from object: AnyObject? = nil
  ) -> Publishers.NotificationPublisher {
    Publishers.NotificationPublisher(center: center, name: name, object: object)
  }

  /// Attaches a recorder whose observer is counted.
  private func attach(
    _ recorder: RecordingSubscriber<Notification, Never>, then act: (@Sendable (any Subscription) -> Void)? = nil
  ) {
    let observers = observers
    recorder.onSubscription = { subscription in
      observers.add(subscription)
      act?(subscription)
    }
    publisher().subscribe(recorder)
    recorder.onSubscription = nil
  }

  /// Posts notifications that differ in a number.
  private func post(_ number: Int, name: Notification.Name = .arrival, object: Any? = nil) {
    center.post(name: name, object: object, userInfo: ["number": number])
  }

  private func numbers(_ recorder: RecordingSubscriber<Notification, Never>) -> [Int] {
    recorder.values.map { $0.userInfo?["number"] as? Int ?? -1 }
  }

  @Test("Delivers the notification as it was posted")
  func delivers() {
    let recorder = publisher().record()
    center.post(name: .arrival, object: nil, userInfo: ["foo": "bar"])
    expectEqual(recorder.values.map(\.name), [.arrival])
    expect(recorder.values.first?.object == nil)
    expectEqual(recorder.values.first?.userInfo as? [String: String], ["foo": "bar"])
    expectEqual(recorder.subscriptions, ["NotificationCenter Observer"])
    recorder.cancel()
  }

  @Test("A notification may have a value as its object")
  func valueAsObject() {
    let recorder = publisher().record()
    center.post(name: .arrival, object: "some info")
    expectEqual(recorder.values.first?.object as? String, "some info")
    recorder.cancel()
  }

  @Test("Delivers notifications of the name, and of the object if one is given")
  func filters() {
    let (sender, other) = (Sender(), Sender())
    let (all, some) = (publisher().record(), publisher(from: sender).record())
    post(1, object: sender)
    post(2, object: other)
    post(3)
    post(4, object: "a value")
    post(5, name: .departure, object: sender)
    expectEqual(numbers(all), [1, 2, 3, 4])
    expectEqual(numbers(some), [1])
    all.cancel()
    some.cancel()
  }

  @Test("Drops notifications posted without demand")
  func demand() {
    let recorder = publisher().record(demand: .none)
    post(1)
    recorder.request(.max(1))
    expectEqual(numbers(recorder), [])
    post(2)
    post(3)
    recorder.request(.max(1))
    recorder.request(.max(1))
    recorder.onValue = { _ in .max(1) }
    post(4)
    recorder.onValue = nil
    for number in 5...8 { post(number) }
    expectEqual(numbers(recorder), [2, 4, 5, 6])
    recorder.cancel()
  }

  @Test("Drops notifications posted before the first request, though it observes")
  func beforeFirstRequest() {
    let center = center
    let recorder = RecordingSubscriber<Notification, Never>(demand: .none)
    recorder.onSubscription = { subscription in
      center.post(name: .arrival, object: nil, userInfo: ["number": 1])
      subscription.request(.max(2))
      for number in 2...4 { center.post(name: .arrival, object: nil, userInfo: ["number": number]) }
    }
    publisher().subscribe(recorder)
    expectEqual(numbers(recorder), [2, 3])
    recorder.cancel()
  }

  @Test("Observes from the subscription to the cancel, which ends delivery at once", .looksAtTypes)
  func observerRemoved() {
    let (one, two) = (
      RecordingSubscriber<Notification, Never>(), RecordingSubscriber<Notification, Never>(demand: .none)
    )
    attach(one)
    attach(two)
    expectEqual(observers.value, 2)
    post(1)
    one.cancel()
    one.cancel()
    expectEqual(observers.value, 1)
    post(2)
    two.cancel()
    expectEqual(observers.value, 0)
    expectEqual(numbers(one), [1])
  }

  @Test(
    "A cancel at any stage leaves no observer", .looksAtTypes,
    arguments: ["subscription", "value", "nested", "dropped"])
  func cancelAtEachStage(_ stage: String) {
    let center = center
    let recorder = RecordingSubscriber<Notification, Never>()
    switch stage {
    case "subscription":
      attach(recorder) { $0.cancel() }
    case "value":
      recorder.onValue = { [weak recorder] _ in
        recorder?.cancel()
        return .none
      }
      attach(recorder)
    case "nested":
      recorder.onValue = { [weak recorder] _ in
        center.post(name: .arrival, object: nil)
        recorder?.cancel()
        return .none
      }
      attach(recorder)
    default:
      // The subscriber releases its subscription.
      attach(recorder)
      expectEqual(observers.value, 1)
      recorder.forget()
    }
    post(1)
    post(2)
    expectEqual(recorder.values.count, (stage == "value" || stage == "nested" ? 1 : 0))
    expectEqual(observers.value, 0)
  }

  @Test(
    "A notification posted inside a delivery is delivered after it, to each centre's subscribers in one order")
  func nestedPost() {
    let center = center
    let recorder = publisher().record { notification in
      if notification.userInfo?["number"] as? Int == 1 {
        center.post(name: .arrival, object: nil, userInfo: ["number": 2])
      }
      return .none
    }
    post(1)
    post(3)
    expectEqual(numbers(recorder), [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
    recorder.cancel()
  }

  @Test("A subscription retains neither the object nor, once cancelled, the subscriber", .looksAtTypes)
  func release() {
    weak var sender: Sender?
    weak var token: Token?
    var kept: (any Subscription)?
    do {
      let (newSender, newToken) = (Sender(), Token())
      (sender, token) = (newSender, newToken)
      let recorder = publisher(from: newSender).record { _ in newToken.pass(.none) }
      recorder.subscription.map(observers.add)
      kept = recorder.subscription
      post(1, object: newSender)
      expectEqual(numbers(recorder), [1])
      recorder.forget()
    }
    expect(sender == nil)
    expect(token != nil)
    // Another object, which may well have the place of the one that has gone.
    post(2, object: Sender())
    expectEqual(observers.value, 1)
    kept?.cancel()
    expect(token == nil)
    expectEqual(observers.value, 0)
    withExtendedLifetime(kept) {}
  }

  @Test("Notifications posted by many threads are all delivered, one at a time")
  func manyThreads() {
    let center = center
    let (all, limited) = (publisher().record(), publisher().record(demand: .max(10)))
    concurrently(4) { thread in
      for step in 0..<100 {
        center.post(name: .arrival, object: nil, userInfo: ["number": thread * 1000 + step])
      }
    }
    expectEqual(numbers(all).sorted(), (0..<4).flatMap { thread in (0..<100).map { thread * 1000 + $0 } })
    for thread in 0..<4 {
      let ofThread = numbers(all).filter { $0 / 1000 == thread }
      expectEqual(ofThread, ofThread.sorted())
    }
    expectEqual(limited.values.count, 10)
    expectEqual(all.overlaps + limited.overlaps, 0)
    all.cancel()
    limited.cancel()
  }

  @Test("Subscribing and cancelling while other threads post leaves no observer")
  func manySubscribers() {
    let (center, publisher, observers) = (center, publisher(), observers)
    nonisolated(unsafe) let shared = publisher  // Read alone.
    concurrently(3) { thread in
      for _ in 0..<100 {
        if thread == 0 {
          center.post(name: .arrival, object: nil)
        } else {
          let recorder = shared.record(demand: .max(1))
          recorder.subscription.map(observers.add)
          center.post(name: .arrival, object: nil)
          recorder.cancel()
          // None, if another thread was about to deliver when the cancel came.
          expect(recorder.values.count <= 1)
        }
      }
    }
    expectEqual(observers.value, 0)
    let last = publisher.record()
    post(1)
    expectEqual(numbers(last), [1])
    last.cancel()
  }

  @Test("Publishers of the same notifications are equal")
  func equality() {
    let sender = Sender()
    expectEqual(publisher(), publisher())
    expectEqual(publisher(from: sender), publisher(from: sender))
    expect(publisher() != publisher(from: sender))
    expect(publisher() != publisher(.departure))
    expect(publisher() != Publishers.NotificationPublisher(center: NotificationCenter(), name: .arrival))
  }

  @Test("The mirror of the subscription shows centre, name and object")
  func mirror() {
    let sender = Sender()
    let recorder = publisher(from: sender).record()
    let children = recorder.subscription.map { Mirror(reflecting: $0).children.map { $0.label } }
    expectEqual(children, ["center", "name", "object", "subscription"])
    recorder.cancel()
  }

  #if !canImport(Darwin)
    @Test("The publisher has Combine's names, and shows its parameters")
    func names() {
      let sender = Sender()
      let publisher: NotificationCenter.Publisher = center.publisher(for: .arrival, object: sender)
      expect(publisher.center === center)
      expectEqual(publisher.name, .arrival)
      expect(publisher.object === sender)
      expectEqual(center.publisher(for: .arrival), NotificationCenter.Publisher(center: center, name: .arrival))
    }

    @Test("assign and sink with their long forms set the same property")
    func longForm() {
      final class Label {
        var text = ""
      }
      let (short, long) = (Label(), Label())
      let strings = center.publisher(for: .arrival).map { $0.object as? String ?? "default" }
      let subscription = strings.assign(to: \.text, on: short)
      let assign = Subscribers.Assign(object: long, keyPath: \Label.text)
      strings.subscribe(assign)
      center.post(name: .arrival, object: "hello")
      expectEqual([short.text, long.text], ["hello", "hello"])
      center.post(name: .arrival, object: 5)
      expectEqual([short.text, long.text], ["default", "default"])
      subscription.cancel()
      assign.cancel()
      center.post(name: .arrival, object: "late")
      expectEqual([short.text, long.text], ["default", "default"])
    }
  #endif
}
