internal import Dispatch
internal import IntegrationParts
internal import StreamCore

/// The subscription of a downstream to the elements of a cursor.
// Sendable: the state is under its lock; the cursor belongs to the queue.
final class RowsSubscription<Downstream: Subscriber>: Subscription, Pumped, @unchecked Sendable
where Downstream.Failure == DatabaseFailure {
  private struct State {
    /// `nil` after the end.
    var downstream: Downstream?
    var demand = Subscribers.Demand.none

    /// Whether the queue runs, or may not yet: rows would overtake the subscription.
    var isBusy = true
  }

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "StreamsGRDB.rows")
  private let cursor: CursorReader<Downstream.Input>
  private let batchSize: Int

  init(cursor: CursorReader<Downstream.Input>, batchSize: Int, downstream: Downstream) {
    self.cursor = cursor
    self.batchSize = batchSize
    state = Lock(State(downstream: downstream))
  }

  func endHandover() {
    let mustRun = state.withLock { state in
      state.isBusy = state.downstream != nil && state.demand != .none
      return state.isBusy
    }
    if mustRun { queue.run(self) }
  }

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

  private func deliver(_ elements: [Downstream.Input]) {
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
  private func countToRead() -> Int? {
    state.withLock { state in
      guard state.downstream != nil, state.demand != .none else {
        state.isBusy = false
        return nil
      }
      return min(state.demand.max ?? batchSize, batchSize)
    }
  }

  private func takeDownstream() -> Downstream? {
    state.withLock { state in
      defer { state.downstream = nil }
      return state.downstream
    }
  }

  func cancel() {
    guard takeDownstream() != nil else { return }
    cursor.interrupt()
    queue.run(self)
  }
}
