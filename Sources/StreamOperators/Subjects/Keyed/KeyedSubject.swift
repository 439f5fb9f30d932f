public import StreamCore
public import StreamParts

/// A subject with a topic for each key: subscribers of a key receive the values sent to that key.
///
///     to x          -a---c--
///     to y          ---b----
///     subject["x"]  -a---c-!
///     all           -A-B-C-!
///     A = (x, a), B = (y, b), C = (x, c)
///
/// A topic exists while it has subscribers, or values to replay. With `replay: 0`, sending to a key without subscribers
/// costs one look-up and stores nothing. Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.KeyedSubject`.
///
/// - **Demand**: a subscriber of a key loses a value that it has not requested, unless the value is replayed, as with a
///   ``ReplaySubject``. A subscriber of ``all`` always loses it. Each loss is reported to the `DropHook`.
/// - **Completion**: the completion of a key ends its current subscribers and removes its replayed values; a later
///   subscriber starts afresh. The completion of the subject ends all subscribers, and later ones immediately.
/// - **Failure**: as the completion.
/// - **Threads**: sending, subscribing and cancelling may be done on any thread. Values are delivered one at a time;
///   those of all keys have one order, in which ``all`` delivers them. A value sent during a delivery, re-entrantly or
///   from another thread, is queued, and delivered by the thread that is delivering. Keys are compared under no lock.
/// - Complexity: Sending takes O(1), on average, to find the key, and O(*n*), where *n* is the number of its
///   subscribers and those of ``all``. O(*k* × `replay`) memory, where *k* is the number of topics.
public final class KeyedSubject<Key: Hashable & Sendable, Output, Failure: Error> {
  @usableFromInline typealias Topic = KeyedTopic<Key, Output, Failure>
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  @usableFromInline let replay: Int
  @usableFromInline let site: StreamSite
  @usableFromInline let pairs: ReplayHub<(key: Key, value: Output), Failure>
  @usableFromInline let state = Locked(KeyedTopics<Key, Output, Failure>())

  /// Creates a subject without topics.
  ///
  /// - Parameters:
  ///   - replay: How many of a key's newest values are replayed to its new subscribers, at least 0: a negative number
  ///     traps. With more than 0, memory grows with each key until the key is completed.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  @inlinable
  public init(replay: Int = 0, fileID: StaticString = #fileID, line: UInt = #line) {
    precondition(replay >= 0, "The size of a replay buffer must not be negative.")
    self.replay = replay
    site = StreamSite(fileID: fileID, line: line)
    pairs = ReplayHub("KeyedSubject", limit: 0, site: site)
  }

  /// The values of a key.
  ///
  /// - Parameter key: The key.
  @inlinable public subscript(key: Key) -> Publishers.Topic<Key, Output, Failure> {
    KeyedTopicPublisher(subject: self, key: key)
  }

  /// The values of all keys, each with its key. Nothing is replayed.
  @inlinable public var all: Publishers.Topics<Key, Output, Failure> { KeyedTopicsPublisher(subject: self) }

  /// The keys that have subscribers, in no order.
  public var activeKeys: [Key] {
    let topics = state.withLock { state in state.index.values.flatMap { $0.filter { $0.subscriberCount > 0 } } }
    return topics.map(\.key)
  }

  /// Sends a value to the subscribers of a key.
  ///
  /// - Parameters:
  ///   - value: The value. After the completion of the subject it is ignored.
  ///   - key: The key.
  @inlinable
  public func send(_ value: Output, to key: Key) {
    let hash = key.hashValue
    while true {
      let place = find(key, hash: hash)
      let topic = place.topic ?? (replay > 0 ? makeTopic(key, hash: hash) : nil)
      let isDone: Bool? = state.withLock { state in
        guard state.completion == nil else { return false }
        if let topic {
          guard state.take(topic, at: place) else { return nil }
          topic.hasValues = replay > 0
          if topic.hub.leave(value) { state.due.append(.topic(topic.hub)) }
        }
        if state.pairCount > 0, pairs.leave((key, value)) { state.due.append(.pairs) }
        return state.beginDelivery()
      }
      if let isDone { return isDone ? deliver() : () }
    }
  }

  /// Ends the present subscribers of a key, or the subject.
  ///
  /// - Parameters:
  ///   - completion: Whether it finished or failed.
  ///   - key: The key; `nil` ends the subject. After that another completion is ignored.
  public func send(completion: Subscribers.Completion<Failure>, to key: Key? = nil) {
    guard let key else { return end(completion) }
    guard let topic = find(key, hash: key.hashValue).topic else { return }
    let isDue = state.withLock { state in
      guard state.remove(topic) else { return false }
      if topic.hub.leave(completion) { state.due.append(.topic(topic.hub)) }
      return state.beginDelivery()
    }
    if isDue { deliver() }
  }

  private func end(_ completion: Completion) {
    var ended: [Topic] = []
    let isDue = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      ended = state.removeAll()
      for topic in ended where topic.hub.leave(completion) { state.due.append(.topic(topic.hub)) }
      if pairs.leave(completion) { state.due.append(.pairs) }
      return state.beginDelivery()
    }
    withExtendedLifetime(ended) {}
    if isDue { deliver() }
  }

  /// Delivers the values queued in the hubs. The caller has already claimed the delivery, under the lock.
  @inlinable
  func deliver() {
    while let due = state.withLock({ $0.nextDelivery() }) {
      switch due {
      case .topic(let hub): hub.deliverWhatIsLeft()
      case .pairs: pairs.deliverWhatIsLeft()
      }
    }
  }

  // MARK: Topics

  /// Looks for the topic of a key. The comparison is a client's code, and runs under no lock.
  @inlinable
  func find(_ key: Key, hash: Int) -> KeyedTopics<Key, Output, Failure>.Place {
    guard let topics = state.withLock({ $0.index[hash] }) else { return .init(topic: nil, last: nil) }
    return .init(topic: topics.first { $0.key == key }, last: topics.last)
  }

  @inlinable
  func makeTopic(_ key: Key, hash: Int) -> Topic {
    Topic(key, hash: hash, hub: ReplayHub("KeyedSubject", limit: replay, site: site))
  }

  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S, to key: Key) where S.Input == Output, S.Failure == Failure {
    let hash = key.hashValue
    while true {
      let place = find(key, hash: hash)
      let topic = place.topic ?? makeTopic(key, hash: hash)
      let (isTaken, completion): (Bool, Completion?) = state.withLock { state in
        if let completion = state.completion { return (false, completion) }
        guard state.take(topic, at: place) else { return (false, nil) }
        topic.subscriberCount += 1
        return (true, nil)
      }
      if let completion { return subscriber.end(with: completion) }
      if isTaken { return topic.hub.subscribe(subscriber, owner: TopicLease(of: self, topic)) }
    }
  }

  @inlinable
  func subscribe<S: Subscriber>(toPairs subscriber: S)
  where S.Input == (key: Key, value: Output), S.Failure == Failure {
    // Before it is in the list, so that what is sent from then on is left to the hub.
    state.withLock { $0.pairCount += 1 }
    pairs.subscribe(subscriber, owner: TopicLease(of: self, nil))
  }

  /// A subscriber has cancelled.
  ///
  /// - Parameter topic: The topic of its key; `nil` for one of the pairs.
  @usableFromInline
  func leave(_ topic: Topic?) {
    state.withLock { state in
      guard let topic else { return state.pairCount -= 1 }
      topic.subscriberCount -= 1
      if topic.subscriberCount == 0, !topic.hasValues { _ = state.remove(topic) }
    }
  }
}

// Values cross threads under the locks of the hubs.
extension KeyedSubject: Sendable where Output: Sendable {}
