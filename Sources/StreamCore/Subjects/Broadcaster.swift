/// The hub of the subjects: sends values to all subscribers, in the order in which they subscribed, one value at a
/// time.
///
/// The first sender becomes the drain thread. Sends, subscribes and cancels that arrive during a delivery, re-entrantly
/// or on another thread, are queued as ``Work`` and handled by it, in order (rule 3). So a value is offered only to
/// subscribers that were attached when it was sent, and subscribing and cancelling never wait for a delivery. While
/// nothing is being delivered, a thread that subscribes or cancels edits the list under the lock, and delivers nothing.
// Sendable: `subscribers` belongs to the drain thread; everything else is atomic or under the lock.
@usableFromInline
package final class Broadcaster<Output, Failure: Error>: SubjectHub, @unchecked Sendable {
  @usableFromInline package typealias Conduit = SubjectConduit<Output, Failure>
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>

  // MARK: Accessed under the lock, under which no client code is called and no client object is released

  // In a structure of their own a debug build would look up its type for each value.

  @exclusivity(unchecked) @usableFromInline package var work: [Work] = []
  @exclusivity(unchecked) @usableFromInline package var completion: Completion? { didSet { hasEnded = true } }

  /// The newest value, for subjects that hold it.
  @exclusivity(unchecked) @usableFromInline var newest: Output?

  /// The value before the newest, which a property reads while the newest is sent.
  @exclusivity(unchecked) @usableFromInline var former: Output?

  /// Work that is queued for the drain thread.
  @usableFromInline
  package enum Work {
    case value(Output)
    case replay(Output, SubjectSubscription)
    case action(() -> Void)
    case completion(Completion)
    case add(Conduit)
    case remove(SubjectSubscription)
  }

  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - current: The initial value, for a subject that holds one.
  @usableFromInline
  package init(_ name: StageName, current: Output? = nil) {
    newest = current
    super.init(name, holdsValue: current != nil)
  }

  /// The newest value, of a subject that holds one.
  @inlinable package var current: Output { lock.withLock { _ in newest.unsafelyUnwrapped } }

  /// Changes the newest value and the one before it, under the lock. `count` is the number of subscribers. (Another
  /// module would check each access.)
  @inlinable
  package func withValues<Result>(
    _ body: (_ newest: inout Output?, _ former: inout Output?, _ count: Int) -> Result
  ) -> Result { lock.withLock { count in body(&newest, &former, count) } }

  // MARK: Sending

  @inlinable
  package func send(_ value: Output) {
    // After the completion there are no subscribers, so there is no need to look at the state.
    if !holdsValue, gate.enter() {
      deliver(value)
      leave()
    } else {
      sendUnderLock(value)
    }
  }

  /// - Parameters:
  ///   - value: The value.
  ///   - isAssigned: Whether it is stored even after the completion, without being delivered.
  @inlinable
  package func sendUnderLock(_ value: Output, isAssigned: Bool = false) {
    // The value that is replaced is released outside the lock.
    var replaced: Output?
    let isDrainThread = lock.withLock { _ in
      let hasEnded = hasEnded
      if holdsValue, isAssigned || !hasEnded {
        replaced = newest
        newest = value
        version &+= 1
      }
      // Entered under the lock that stores the value: outside it, a thread that stores a later value could enter first,
      // and the value delivered last would not be the one that is stored.
      return !hasEnded && enters(or: .value(value))
    }
    withExtendedLifetime(replaced) {}
    guard isDrainThread else { return }
    deliver(value)
    leave()
  }

  @usableFromInline
  package func send(completion: Completion) {
    var upstreams: [SubscriptionObject] = []
    let isDrainThread = lock.withLock { _ in
      if hasEnded { return false }
      self.completion = completion
      swap(&self.upstreams, &upstreams)
      return enters(or: .completion(completion))
    }
    if isDrainThread {
      let ended = complete(completion)
      leave()
      withExtendedLifetime(ended) {}
    }
    // The upstreams have no receiver any more.
    for upstream in upstreams { upstream.cancel() }
  }

  // MARK: Draining

  /// Makes the caller the drain thread, or queues `work`. The caller holds the lock.
  @inlinable
  package func enters(or work: @autoclosure () -> Work) -> Bool { gate.enterOrMark() || queue(work) }

  /// In `enters(or:)` a debug build would look up the type for each value.
  @usableFromInline
  package func queue(_ makeWork: () -> Work) -> Bool {
    work.append(makeWork())
    return false
  }

  override func doWork(releasing released: inout [AnyObject?]) {
    var work: [Work] = []
    lock.withLock { _ in swap(&self.work, &work) }
    for item in work {
      switch item {
      case .value(let value): deliver(value)
      case .replay(let value, let subscription): replay(value, to: subscription)
      case .action(let action): action()
      case .completion(let completion): released += complete(completion).places
      case .add(let conduit): append(conduit)
      case .remove(let subscription): released.append(subscribers.remove(subscription))
      }
    }
  }

  // MARK: On the drain thread

  @inlinable
  package func deliver(_ value: Output) {
    // Moved out of the property, which no other thread touches, so that the loop retains nothing; and read as pointers
    // that are not counted, since a reference would be retained each time. An iterator, and the check of a cast, would
    // look up types for each value in a debug build.
    var taken: ContiguousArray<AnyObject?> = []
    swap(&taken, &subscribers.places)
    taken.withUnsafeBufferPointer { places in
      guard let first = places.baseAddress else { return }
      var place = UnsafeRawPointer(first).assumingMemoryBound(to: Unmanaged<Conduit>?.self)
      let end = place + places.count
      while place != end {
        if let conduit = place.pointee { conduit._withUnsafeGuaranteedRef { $0.offer(value) } }
        place += 1
      }
    }
    swap(&taken, &subscribers.places)
  }

  /// - Returns: Those that have ended, to be released when the gate is open.
  func complete(_ completion: Completion) -> SubscriberList {
    let ended = subscribers
    subscribers = SubscriberList()
    for case let conduit? in ended.places { unsafeDowncast(conduit, to: Conduit.self).complete(completion) }
    return ended
  }

  func replay(_ value: Output, to subscription: SubjectSubscription) {
    guard let conduit = subscribers.conduit(of: subscription), subscription.hasMissedValue else { return }
    unsafeDowncast(conduit, to: Conduit.self).offer(value)
  }

  // MARK: Subscribers

  /// - Parameters:
  ///   - downstream: The subscriber.
  ///   - owner: The subject, which the subscription retains until it ends.
  @inlinable
  package func subscribe<Downstream: Subscriber>(_ downstream: Downstream, owner: AnyObject? = nil)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let conduit = SubscriberConduit(SubjectSubscription(self, owner: owner), to: downstream)
    let (current, completion) = enlist(conduit)
    if let completion { return downstream.end(with: completion) }
    conduit.handOver(current: current)
  }

  /// Adds a subscriber, unless the subject has ended. `begin` runs under the lock before that.
  ///
  /// - Returns: The newest value, of a subject that holds one, and the completion.
  @inlinable
  package func enlist(_ conduit: Conduit, _ begin: () -> Void = {}) -> (current: Output?, completion: Completion?) {
    lock.withLock { count in
      begin()
      if let completion { return (newest, completion) }
      count += 1
      if !gate.edit({ append(conduit) }) { work.append(.add(conduit)) }
      return (newest, nil)
    }
  }

  override func queueRemoval(of subscription: SubjectSubscription) {
    work.append(.remove(subscription))
  }

  @usableFromInline
  override func replay(to subscription: SubjectSubscription) {
    let current: Output? = lock.withLock { _ in
      guard let newest, enters(or: .replay(newest, subscription)) else { return nil }
      return newest
    }
    guard let current else { return }
    replay(current, to: subscription)
    leave()
  }
}
