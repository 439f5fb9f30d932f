public import StreamCore

/// A group: the elements of a stream that have one key, itself a publisher, which `groupBy` delivers when the key first
/// appears.
///
/// Its elements wait from then on for its one subscriber. They count towards the bound of the operator. A second
/// subscriber gets an immediate finish: `share()` the group for several. A group that is released without a subscriber
/// counts as cancelled.
public final class GroupedPublisher<Key: Hashable, Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The key of all its elements.
  public let key: Key

  @usableFromInline let port: InletPort<Output, Failure>

  @inlinable
  init(key: Key, port: InletPort<Output, Failure>) {
    self.key = key
    self.port = port
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    port.subscribe(subscriber)
  }
}

extension GroupedPublisher: Sendable where Key: Sendable {}

/// When a group is forgotten, so that the next element of its key opens another.
public enum StreamGroupExpiry: Hashable, Sendable {
  /// Never: the elements that follow a cancel of the group are left out.
  case never

  /// When its reader has cancelled it, or it has been released unread.
  case whenCancelled
}

extension PublisherNames {
  /// ``StreamGroupExpiry``, under a short name that a client's own type overrides.
  public typealias GroupExpiry = StreamGroupExpiry
}
