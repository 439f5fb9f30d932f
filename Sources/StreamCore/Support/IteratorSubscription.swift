/// The subscription of a publisher whose values are at hand: it draws them from an iterator, as they are asked for.
///
/// One value is drawn ahead, so that the end can be told with the last value, without further demand. The pendingDemand says
/// which thread serves, and to that thread alone the iterator belongs.
///
/// The class knows no types: what does is the closure that serves, which the optimiser makes for its very types where
/// the subscription is made. A request comes through `any Subscription`, whose witness for a generic class would run
/// code that knows none.
// Sendable: `serve` is reached only by the thread that serves, or by the one that closes the pendingDemand while none does.
@usableFromInline
package final class IteratorSubscription: StageSubscription, @unchecked Sendable {
  @usableFromInline package let pendingDemand = AtomicDemand()

  /// Delivers what has been asked for.
  @exclusivity(unchecked) @usableFromInline var serve: ((Subscribers.Demand, IteratorSubscription) -> Void)?

  /// What stands for the values in the description; until the end.
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
    // `add` returns true if no thread is serving: this one then may call `serve`. A thread that serves takes up what is added.
    // A request for no values never makes a thread serve.
    if pendingDemand.add(demand), let serve { serve(demand, self) }
  }

  @usableFromInline
  package func cancel() {
    // With demand outstanding a thread is serving: it sees the pendingDemand closed, and releases everything itself.
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
  /// - Returns: Whether it had not been cancelled.
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
  /// In an object of its own, since most sources have a name and nothing to show.
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
  /// Serves this subscriber with values that are at hand, then with `completion`. Without values, that comes at once.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - completion: How the stream ends.
  ///   - name: What the subscription says of itself.
  ///   - described: What it says of itself until the end, if that is more than the name.
  @inlinable
  package func serve<Values: IteratorProtocol<Input>>(
    _ values: Values, then completion: Subscribers.Completion<Failure>, as name: String, showing described: Any? = nil
  ) {
    var values = values
    guard let first = values.next() else { return end(with: completion) }
    var supply: Prefetched? = Prefetched(upcoming: first, values: values)
    receive(
      subscription: IteratorSubscription(name, showing: described) { demand, subscription in
        // Taken out, so that the optimiser can keep it in registers, the first value goes once it has been delivered, and
        // an iterator with a buffer of its own need not copy it.
        guard var local = supply.take() else { return }
        var outstanding = demand
        while outstanding != .none {
          guard local.deliver(outstanding, to: self, by: subscription) else {
            if subscription.end() { self.receive(completion: completion) }
            return
          }
          // Put back before the pendingDemand is settled: from then on another thread may serve.
          supply = local
          guard let rest = subscription.pendingDemand.produced(outstanding) else { return subscription.release() }
          outstanding = rest
        }
      })
  }

  /// Serves this subscriber with one value, then finishes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: What the subscription says of itself.
  @inlinable
  package func serve(one value: Input, as name: String) {
    receive(
      subscription: IteratorSubscription(name, showing: nil) { _, subscription in
        _ = self.receive(value)
        if subscription.end() { self.receive(completion: .finished) }
      })
  }

  /// Tells this subscriber of an end that needs no demand.
  @inlinable
  package func end(with completion: Subscribers.Completion<Failure>) {
    let subscription = ImmediateCompletion()
    receive(subscription: subscription)
    if !subscription.isCancelled { receive(completion: completion) }
  }
}

/// Values that are at hand, with one drawn ahead.
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

  /// Delivers values, in a loop: a request from inside `receive(_:)` only adds to the pendingDemand.
  ///
  /// - Returns: Whether there are more; not if the subscription has been cancelled.
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
