public import Dispatch
public import IntegrationParts
public import StreamCore
public import Synchronization

/// The subscription of a downstream to the elements of a cursor.
///
/// The lock is taken once for each part that is read, not for each element: the demand that a part is read for is taken
/// then, and what `receive(_:)` asks for is added when the part has been delivered.
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

  /// Looked at before each element, which would otherwise need the lock.
  @usableFromInline let hasEnded = Atomic(false)
  @usableFromInline let queue = DispatchQueue(label: "StreamsGRDB.rows")
  @usableFromInline let cursor: CursorReader<Downstream.Input>
  @usableFromInline let sizes: PartSizes

  /// Reads and delivers. A closure, because it is formed where the types are known: what is called by way of a protocol
  /// runs as unspecialised code, which copies each element by a call to the runtime.
  @usableFromInline let work: (RowsSubscription) -> Void

  @inlinable
  init(cursor: CursorReader<Downstream.Input>, batchSize: Int, downstream: Downstream) {
    self.cursor = cursor
    sizes = PartSizes(upTo: batchSize)
    work = { $0.readAndDeliver() }
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

  @usableFromInline
  func pump() {
    work(self)
  }

  /// Reads and delivers until nothing is asked for; closes after a cancel.
  @inlinable
  func readAndDeliver() {
    var sizes = sizes
    var elements = RowBuffer<Downstream.Input>(capacity: sizes.largest)
    defer { elements.deallocate() }
    var more = Subscribers.Demand.none
    while let (count, downstream) = nextPart(more, upTo: sizes.next) {
      let start = ContinuousClock.now
      let end = cursor.read(upTo: count, into: &elements)
      sizes.readPart(in: .now - start)
      more = deliver(&elements, to: downstream)
      elements.removeAll()
      guard let end, let downstream = takeDownstream() else { continue }
      cursor.close()
      downstream.receive(completion: end)
    }
    if hasEnded.load(ordering: .acquiring) { cursor.close() }
  }

  /// Delivers a part, unless the stream ends meanwhile.
  ///
  /// - Returns: What downstream asks for in return.
  @inlinable
  func deliver(_ elements: inout RowBuffer<Downstream.Input>, to downstream: Downstream) -> Subscribers.Demand {
    var more = Subscribers.Demand.none
    while !hasEnded.load(ordering: .acquiring), let element = elements.popFirst() {
      let answer = downstream.receive(element)
      if answer != .none { more += answer }
    }
    return more
  }

  /// Takes the demand for the next part.
  ///
  /// - Parameters:
  ///   - more: What downstream has asked for in return for the part before.
  ///   - size: The largest number of rows to read.
  /// - Returns: How many rows to read now, and for whom; `nil` if none.
  @inlinable
  func nextPart(_ more: Subscribers.Demand, upTo size: Int) -> (count: Int, downstream: Downstream)? {
    state.withLock { state in
      state.demand += more
      guard let downstream = state.downstream, state.demand != .none else {
        state.isBusy = false
        return nil
      }
      let count = min(state.demand.max ?? size, size)
      state.demand -= count
      return (count, downstream)
    }
  }

  @inlinable
  func takeDownstream() -> Downstream? {
    state.withLock { state in
      hasEnded.store(true, ordering: .releasing)
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
