public import StreamCore
public import StreamParts

/// A publisher of the values that are sent to a key of a ``KeyedSubject``.
@frozen
public struct KeyedTopicPublisher<Key: Hashable & Sendable, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The subject.
  public let subject: KeyedSubject<Key, Output, Failure>

  /// The key.
  public let key: Key

  @inlinable
  init(subject: KeyedSubject<Key, Output, Failure>, key: Key) {
    (self.subject, self.key) = (subject, key)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.subscribe(subscriber, to: key)
  }
}

/// A publisher of the values that are sent to a ``KeyedSubject``, each with its key.
@frozen
public struct KeyedTopicsPublisher<Key: Hashable & Sendable, Value, Failure: Error>: Publisher, ReleasingPublisher {
  /// A value and its key.
  public typealias Output = (key: Key, value: Value)

  /// The subject.
  public let subject: KeyedSubject<Key, Value, Failure>

  @inlinable
  init(subject: KeyedSubject<Key, Value, Failure>) {
    self.subject = subject
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.subscribe(toPairs: subscriber)
  }
}

extension PublisherNames {
  /// ``KeyedTopicPublisher``, under a short name that a client's own type overrides.
  public typealias Topic<Key: Hashable & Sendable, Output, Failure: Error> = KeyedTopicPublisher<Key, Output, Failure>

  /// ``KeyedTopicsPublisher``, under a short name that a client's own type overrides.
  public typealias Topics<Key: Hashable & Sendable, Value, Failure: Error> = KeyedTopicsPublisher<Key, Value, Failure>
}

extension KeyedTopicPublisher: Sendable where Output: Sendable {}

extension KeyedTopicsPublisher: Sendable where Value: Sendable {}
