public import Dispatch
public import IntegrationParts
public import StreamCore

/// The subscription of a downstream to the elements of a cursor.
// Sendable: the state is under its lock; the cursor belongs to the queue.
@usableFromInline
final class RowsSubscription<Downstream: Subscriber>: Subscription, Pumped, @unchecked Sendable
where Downstream.Failure == DatabaseFailure {
  @usableFromInline
  struct State {
    /// `nil` after the end.
    @usableFromInline var downstream: Downstream?
    @usableFromInline var demand = Subscribers.Demand.none

    /// Whether the queue runs, or may not yet: rows would overtake the subscription.
    @usableFromInline var isBusy = true

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline let queue = DispatchQueue(label: "StreamsGRDB.rows")
  @usableFromInline let cursor: CursorReader<Downstream.Input>
  @usableFromInline let batchSize: Int

  @inlinable
  init(cursor: CursorReader<Downstream.Input>, batchSize: Int, downstream: Downstream) {
    self.cursor = cursor
    self.batchSize = batchSize
    state = Lock(State(downstream: downstream))
  }

  @inlinable
  func endHandover() {
    let mustRun = state.withLock { state in
      state.isBusy = state.downstream != nil && state.demand != .none
      return state.isBusy
    }
    if mustRun { queue.run(self) }
  }

  @inlinable
  func request(_ demand: Subscribers.Demand) {
    let mustRun = state.withLock { state in
      guard state.downstream != nil, demand != .none else { return false }
      state.demand += demand
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if mustRun { queue.run(self) }
  }

  /// Reads and delivers until nothing is asked for; closes after a cancel.
  @inlinable
  func pump() {
    while let count = countToRead() {
      let part = cursor.read(upTo: count)
      deliver(part.elements)
      guard let end = part.end, let downstream = takeDownstream() else { continue }
      cursor.close()
      downstream.receive(completion: end)
    }
    if state.withLock({ $0.downstream == nil }) { cursor.close() }
  }

  @inlinable
  func deliver(_ elements: [Downstream.Input]) {
    var downstream = state.withLock { $0.downstream }
    for element in elements {
      guard let open = downstream else { return }
      let more = open.receive(element)
      downstream = state.withLock { state in
        state.demand = state.demand - 1 + more
        return state.downstream
      }
    }
  }

  /// How many rows to read now; `nil` if none.
  @inlinable
  func countToRead() -> Int? {
    state.withLock { state in
      guard state.downstream != nil, state.demand != .none else {
        state.isBusy = false
        return nil
      }
      return min(state.demand.max ?? batchSize, batchSize)
    }
  }

  @inlinable
  func takeDownstream() -> Downstream? {
    state.withLock { state in
      defer { state.downstream = nil }
      return state.downstream
    }
  }

  @inlinable
  func cancel() {
    guard takeDownstream() != nil else { return }
    cursor.interrupt()
    queue.run(self)
  }
}
