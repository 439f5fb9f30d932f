/// The subscription of a publisher whose values are available: it pulls them from an iterator on demand.
///
/// One value is prefetched, so that the completion follows the last value without further demand. `pendingDemand`
/// determines the drain thread, and only that thread accesses the iterator.
///
/// The class is not generic: the `serve` closure is, and the compiler specialises it for the concrete types where the
/// subscription is created. A request arrives through `any Subscription`, whose witness for a generic class would run
/// unspecialised code.
// Sendable: only the drain thread accesses `serve`, or the thread that closes `pendingDemand` while there is none.
@usableFromInline
package final class IteratorSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline package let pendingDemand = AtomicDemand()

  /// Delivers the outstanding demand. Only the thread that drains or closes `pendingDemand` accesses it, and calls what
  /// it has read after the access. With the check, a request costs 1.2 times the instructions.
  @exclusivity(unchecked) @usableFromInline var serve: ((Subscribers.Demand, IteratorSubscription) -> Void)?

  /// Stands for the values in the description, until the end.
  @usableFromInline let shown: Locked<Shown?>
  @usableFromInline let showsValues: Bool

  @usableFromInline let name: String

  @inlinable
  package init(_ name: String, showing value: Any?, serve: @escaping (Subscribers.Demand, IteratorSubscription) -> Void)
  {
    self.name = name
    shown = Locked(value.map { Shown($0) })
    showsValues = value != nil
    self.serve = serve
  }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {
    // If there is no drain thread, this one becomes it and may call `serve`; otherwise the drain thread takes up the
    // demand. A request for `.none` starts no drain.
    if pendingDemand.add(demand), let serve { serve(demand, self) }
  }

  @usableFromInline
  package func cancel() {
    // With demand outstanding there is a drain thread: it finds `pendingDemand` closed, and releases everything itself.
    if pendingDemand.close() == Subscribers.Demand.none { release() }
  }

  @usableFromInline
  func release() {
    serve = nil
    guard showsValues else { return }
    let released = shown.exchange(nil)
    withExtendedLifetime(released) {}
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether it had not been cancelled before.
  @usableFromInline
  package func end() -> Bool {
    let isFirst = pendingDemand.close() != nil
    release()
    return isFirst
  }

  @usableFromInline package var description: String { shown.value.map { "\($0.values)" } ?? name }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": pendingDemand.outstanding] }
}

extension IteratorSubscription {
  /// Allocated separately: most sources show only their name.
  @usableFromInline
  final class Shown {
    @usableFromInline let values: Any

    @inlinable
    init(_ values: Any) {
      self.values = values
    }
  }
}

extension Subscriber {
  @inlinable package var sink: SharedSinkUpstream? { _sink as? SharedSinkUpstream }

  /// Delivers available values to a pipeline that ends in a sink. Its demand is unlimited from the start, so nothing is
  /// left to request; and what a subscription would do, `sink` does: it takes one stream, and closes at a cancel.
  @inlinable
  func deliver<Values: IteratorProtocol<Input>>(
    _ values: Values, then completion: Subscribers.Completion<Failure>, to sink: SharedSinkUpstream
  ) {
    guard sink.begin() else { return }
    var values = values
    while sink.isOpen {
      guard let value = values.next() else { return receive(completion: completion) }
      _ = receive(value)
    }
  }

  /// Delivers available values to this subscriber, then `completion`; without values, immediately.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - completion: The completion.
  ///   - name: The subscription's description.
  ///   - described: The subscription's description until the end, if it differs from the name.
  @inlinable
  package func serve<Values: IteratorProtocol<Input>>(
    _ values: Values, then completion: Subscribers.Completion<Failure>, as name: String, showing described: Any? = nil
  ) {
    if let sink { return deliver(values, then: completion, to: sink) }
    // Other publishers wait while the values are iterated over, so the iterator must be of a type that cannot block.
    let cannotWait =
      values is IndexingIterator<[Input]> || values is IndexingIterator<Range<Int>>
      || values is IndexingIterator<ClosedRange<Int>>
    if cannotWait, _receive(atHand: values, then: completion) { return }
    var values = values
    guard let first = values.next() else { return end(with: completion) }
    var prefetched: Prefetched? = Prefetched(upcoming: first, values: values)
    receive(
      subscription: IteratorSubscription(name, showing: described) { demand, subscription in
        // Moved to a local: stays in registers, releases the prefetched value early, and avoids copy-on-write of a
        // buffering iterator.
        guard var local = prefetched.take() else { return }
        var outstanding = demand
        while outstanding != .none {
          guard local.deliver(outstanding, to: self, by: subscription) else {
            if subscription.end() { self.receive(completion: completion) }
            return
          }
          // Moved back before `produced`: after that, another thread may become the drain thread.
          prefetched = local
          guard let rest = subscription.pendingDemand.produced(outstanding) else { return subscription.release() }
          outstanding = rest
        }
      })
  }

  /// Delivers one value to this subscriber, and finishes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The subscription's description.
  @inlinable
  package func serve(one value: Input, as name: String) {
    if let sink {
      // As `deliver(_:then:to:)`, without an iterator, whose types a debug build would look up.
      guard sink.begin() else { return }
      _ = receive(value)
      if sink.isOpen { receive(completion: .finished) }
      return
    }
    if _receive(atHand: CollectionOfOne(value).makeIterator(), then: .finished) { return }
    receive(
      subscription: IteratorSubscription(name, showing: nil) { _, subscription in
        _ = self.receive(value)
        if subscription.end() { self.receive(completion: .finished) }
      })
  }

  /// Completes this subscriber right after the handover, without demand.
  @inlinable
  package func end(with completion: Subscribers.Completion<Failure>) {
    if let sink { return deliver(EmptyCollection.Iterator(), then: completion, to: sink) }
    if _receive(atHand: EmptyCollection.Iterator(), then: completion) { return }
    let subscription = IteratorSubscription("Empty", showing: nil) { _, _ in }
    receive(subscription: subscription)
    // Without `release()`: there is nothing to release, and a cancel on another thread may be doing so.
    if subscription.pendingDemand.close() != nil { receive(completion: completion) }
  }
}

/// An iterator with one value prefetched.
@frozen
@usableFromInline
struct Prefetched<Values: IteratorProtocol> {
  @usableFromInline var upcoming: Values.Element
  @usableFromInline var values: Values

  @inlinable
  init(upcoming: Values.Element, values: Values) {
    self.upcoming = upcoming
    self.values = values
  }

  /// Delivers values in a loop: a re-entrant request only adds to `pendingDemand`.
  ///
  /// - Returns: Whether there are more; `false` too if the subscription has been cancelled.
  @inlinable
  mutating func deliver<Downstream: Subscriber>(
    _ demand: Subscribers.Demand, to downstream: Downstream, by subscription: IteratorSubscription
  ) -> Bool where Downstream.Input == Values.Element {
    var rest = demand
    while rest != .none {
      if subscription.pendingDemand.isClosed { return false }
      rest -= 1
      rest += downstream.receive(upcoming)
      if subscription.pendingDemand.isClosed { return false }
      guard let next = values.next() else { return false }
      upcoming = next
    }
    return true
  }
}
