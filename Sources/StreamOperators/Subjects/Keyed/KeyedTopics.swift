public import StreamCore
public import StreamParts

/// The topics of a ``KeyedSubject``. It calls nothing: it knows the hashes of the keys, and the subject compares them.
@usableFromInline
struct KeyedTopics<Key: Hashable, Output, Failure: Error> {
  @usableFromInline typealias Topic = KeyedTopic<Key, Output, Failure>

  /// The topics whose keys have the same hash, the newest last.
  @usableFromInline var index: [Int: [Topic]] = [:]

  /// The number of subscribers of the pairs.
  @usableFromInline var pairCount = 0
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  /// The hubs with something to deliver, in order.
  @usableFromInline var due = Queue<Due>()
  @usableFromInline var isDelivering = false

  @usableFromInline
  enum Due {
    case topic(ReplayHub<Output, Failure>)
    case pairs
  }

  /// What has been found for a key.
  @usableFromInline
  struct Place {
    @usableFromInline let topic: Topic?

    /// The newest topic of that hash. As long as it is, none has been added for the key.
    @usableFromInline let last: Topic?

    @inlinable
    init(topic: Topic?, last: Topic?) {
      (self.topic, self.last) = (topic, last)
    }
  }

  @usableFromInline
  init() {}

  /// Adds a topic if none has been found.
  ///
  /// - Returns: Whether it is the topic of its key: otherwise others have changed that since, and the caller looks
  ///   again.
  @inlinable
  mutating func take(_ topic: Topic, at place: Place) -> Bool {
    if place.topic != nil { return topic.isPresent }
    guard index[topic.hash]?.last === place.last else { return false }
    topic.isPresent = true
    index[topic.hash, default: []].append(topic)
    return true
  }

  /// - Returns: Whether it was the topic of its key. The caller retains it, and releases it outside the lock.
  mutating func remove(_ topic: Topic) -> Bool {
    guard topic.isPresent else { return false }
    topic.isPresent = false
    index[topic.hash]?.removeAll { $0 === topic }
    if index[topic.hash]?.isEmpty == true { index[topic.hash] = nil }
    return true
  }

  /// - Returns: All topics, to be released outside the lock.
  mutating func removeAll() -> [Topic] {
    let topics = index.values.flatMap { $0 }
    for topic in topics { topic.isPresent = false }
    index = [:]
    return topics
  }

  /// - Returns: Whether the caller is to deliver: there is something, and nobody else does.
  @inlinable
  mutating func beginDelivery() -> Bool {
    guard !isDelivering, !due.isEmpty else { return false }
    isDelivering = true
    return true
  }

  /// - Returns: The next hub; `nil` if there is none, and others may begin.
  @inlinable
  mutating func nextDelivery() -> Due? {
    let next = due.popFirst()
    if next == nil { isDelivering = false }
    return next
  }
}

/// The subscribers of a key, and what is replayed to later ones. What changes is under the lock of the subject.
@usableFromInline
final class KeyedTopic<Key: Hashable, Output, Failure: Error> {
  @usableFromInline let key: Key
  @usableFromInline let hash: Int
  @usableFromInline let hub: ReplayHub<Output, Failure>
  @usableFromInline var subscriberCount = 0
  @usableFromInline var hasValues = false

  /// Whether it is the topic of its key.
  @usableFromInline var isPresent = false

  @inlinable
  init(_ key: Key, hash: Int, hub: ReplayHub<Output, Failure>) {
    (self.key, self.hash, self.hub) = (key, hash, hub)
  }
}

/// What a subscription holds: the subject, and the topic, which it leaves when it is cancelled.
@usableFromInline
final class TopicLease<Key: Hashable & Sendable, Output, Failure: Error>: ReplayOwner {
  private let subject: KeyedSubject<Key, Output, Failure>
  private let topic: KeyedTopic<Key, Output, Failure>?

  @usableFromInline
  init(of subject: KeyedSubject<Key, Output, Failure>, _ topic: KeyedTopic<Key, Output, Failure>?) {
    (self.subject, self.topic) = (subject, topic)
  }

  @usableFromInline
  func subscriberCancelled(in hub: AnyObject) {
    subject.leave(topic)
  }
}
