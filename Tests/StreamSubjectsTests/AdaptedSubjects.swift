import StreamCore
import StreamSubjects
import TestSupport

/// A publisher that is fed by closures, as a subject.
final class AdaptedSubject<Source: Publisher & Sendable>: Subject, Sendable where Source.Output == Int {
  typealias Output = Int
  typealias Failure = Source.Failure

  private let source: Source
  private let feed: @Sendable (Int) -> Void
  private let end: @Sendable (Subscribers.Completion<Source.Failure>) -> Void

  init(
    _ source: Source, feed: @escaping @Sendable (Int) -> Void,
    end: @escaping @Sendable (Subscribers.Completion<Source.Failure>) -> Void
  ) {
    (self.source, self.feed, self.end) = (source, feed, end)
  }

  func send(_ value: Int) { feed(value) }

  func send(completion: Subscribers.Completion<Failure>) { end(completion) }

  func send(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
    source.subscribe(subscriber)
  }
}

/// A relay as a subject: the completion releases it, and that finishes its subscribers.
final class RelaySubject<R: Relay>: Subject, Sendable where R.Output == Int {
  typealias Output = Int
  typealias Failure = Never

  private let relay: Box<R?>

  init(_ relay: R) {
    self.relay = Box(relay)
  }

  func send(_ value: Int) { relay.value?.accept(value) }

  func send(completion: Subscribers.Completion<Never>) { relay.value = nil }

  func send(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    guard let relay = relay.value else { return Empty().subscribe(subscriber) }
    relay.subscribe(subscriber)
  }
}
