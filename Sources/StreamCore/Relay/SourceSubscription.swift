/// The subscription of a publisher whose values are at hand: it draws them from an iterator, as they are asked for.
///
/// One value is drawn ahead, so that the end can be told with the last value, without further demand. The ledger says
/// which thread serves, and to that thread alone the iterator belongs.
// Sendable: `contents` is reached only by the thread that serves, or by the one that closes the ledger while none does.
@usableFromInline
package final class SourceSubscription<Values: IteratorProtocol, Label: SourceLabel, Downstream: Subscriber>:
  Subscription, SubscriptionDescription, @unchecked Sendable
where Downstream.Input == Values.Element {
  @usableFromInline let ledger = DemandLedger()
  @usableFromInline let label: Locked<Label>
  @usableFromInline var contents: Contents?

  /// ``serve(_:)``, as the optimiser made it for these very types where the subscription was made. A request comes
  /// through `any Subscription`, whose witness for a generic class is code that knows no types.
  @usableFromInline let serveSpecialized: (SourceSubscription, Subscribers.Demand) -> Void

  @inlinable
  init(_ contents: Contents, label: Label) {
    self.contents = contents
    self.label = Locked(label)
    serveSpecialized = { $0.serve($1) }
  }

  @inlinable
  package func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "A request must be for at least one value (rule 9).")
    if ledger.add(demand) { serveSpecialized(self, demand) }
  }

  @inlinable
  package func cancel() {
    // With demand outstanding a thread is serving: it sees the ledger closed, and releases the contents itself.
    if ledger.close() == Subscribers.Demand.none { release() }
  }

  /// Delivers what has been asked for, in a loop: a request from inside `receive(_:)` only adds to the ledger.
  @inlinable
  func serve(_ demand: Subscribers.Demand) {
    guard var local = contents.take() else { return }
    var outstanding = demand
    while outstanding != .none {
      var rest = outstanding
      while rest != .none {
        if ledger.isClosed { return release() }
        rest -= 1
        rest += local.downstream.receive(local.upcoming)
        if ledger.isClosed { return release() }
        guard let next = local.values.next() else { return finish(local.downstream, local.completion) }
        local.upcoming = next
      }
      // Put back before the ledger is settled: from then on another thread may serve.
      contents = local
      guard let remaining = ledger.settle(outstanding) else { return release() }
      outstanding = remaining
    }
  }

  @inlinable
  func finish(_ downstream: Downstream, _ completion: Subscribers.Completion<Downstream.Failure>) {
    let isFirst = ledger.close() != nil
    release()
    if isFirst { downstream.receive(completion: completion) }
  }

  @inlinable
  func release() {
    contents = nil
    // The values that the label held go outside the lock.
    let held = label.withLock { label in
      defer { label = label.ended }
      return label
    }
    withExtendedLifetime(held) {}
  }

  @usableFromInline package var description: String { label.value.description }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> { ["demand": ledger.outstanding] }
}

extension SourceSubscription {
  @usableFromInline
  struct Contents {
    @usableFromInline var upcoming: Values.Element
    @usableFromInline var values: Values
    @usableFromInline let downstream: Downstream
    @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>

    @inlinable
    init(
      upcoming: Values.Element, values: Values, downstream: Downstream,
      completion: Subscribers.Completion<Downstream.Failure>
    ) {
      self.upcoming = upcoming
      self.values = values
      self.downstream = downstream
      self.completion = completion
    }
  }
}

extension Subscriber {
  /// Serves this subscriber with values that are at hand, then with `completion`. Without values, that comes at once.
  @inlinable
  package func serve<Values: IteratorProtocol<Input>>(
    _ values: Values, then completion: Subscribers.Completion<Failure>, as label: some SourceLabel
  ) {
    var values = values
    guard let first = values.next() else { return end(with: completion) }
    receive(
      subscription: SourceSubscription(
        .init(upcoming: first, values: values, downstream: self, completion: completion), label: label))
  }

  /// Tells this subscriber of an end that needs no demand.
  @inlinable
  package func end(with completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}
