internal import Dispatch
public import GRDB
public import StreamCore

extension ValueObservation where Reducer: ValueReducer {
  /// Delivers the observed value at first, and after each change.
  ///
  ///     database      --1--2--3-----4--
  ///     request       !----------!-!---
  ///     downstream    --1--------3--4--
  ///
  ///     ValueObservation.tracking(Player.fetchCount).valuesPublisher(in: database)
  ///
  /// GRDB fetches the value after each transaction that changes what it depends on. While nothing is asked for, the
  /// newest value waits in place of those before it. To fetch nothing while nothing is asked for, use
  /// ``GRDB/DatabaseReader/changesPublisher(of:fetch:)``.
  ///
  /// - **Demand**: the observation begins with the first. A value is delivered for each that is asked for; older ones
  ///   that nobody asked for are left out.
  /// - **Completion**: never finishes.
  /// - **Failure**: a ``DatabaseFailure``, which ends the observation at once: a value that waits is not delivered.
  /// - **Threads**: delivers on a queue of the subscription's own, never inside an access to the database.
  ///
  /// - Parameter reader: The database.
  /// - Returns: A publisher of the values.
  public func valuesPublisher(in reader: any DatabaseReader) -> ObservationPublisher<Reducer.Value>
  where Reducer.Value: Sendable {
    ObservationPublisher { queue, slot in
      let observation = start(
        in: reader, scheduling: .async(onQueue: queue), onError: { slot.fail($0) },
        onChange: { value in slot.change { value } })
      return AnyCancellable { observation.cancel() }
    }
  }
}

extension DatabaseReader {
  /// Fetches a value when it is asked for and a part of the database has changed since the last one was.
  ///
  ///     changes       --------*--*--*------
  ///     request       !--!----------------!
  ///     fetch         1-------2-----------5
  ///     downstream    -1-------2-----------5
  ///
  ///     database.changesPublisher(of: Player.all()) { db in try Player.fetchCount(db) }
  ///
  /// The first value is fetched at the first demand, without a change. While nothing is asked for, changes are noticed
  /// but nothing is read, however many they are.
  ///
  /// - **Demand**: a value is fetched for each that is asked for, after a change.
  /// - **Completion**: never finishes.
  /// - **Failure**: a ``DatabaseFailure``, if the observation or a fetch fails.
  /// - **Threads**: fetches and delivers on a queue of the subscription's own, never inside an access to the database.
  ///
  /// - Parameters:
  ///   - regions: What to watch: tables, requests, or a `DatabaseRegion`. Not empty.
  ///   - fetch: Fetches the value.
  /// - Returns: A publisher of the values.
  public func changesPublisher<Value: Sendable>(
    of regions: any DatabaseRegionConvertible..., fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ObservationPublisher<Value> {
    precondition(!regions.isEmpty, "An observation needs a region to watch (rule 9).")
    let changes = ValueObservation.tracking(regions: regions, fetch: { _ in () })
    return ObservationPublisher { [self] queue, slot in
      let observation = changes.start(
        in: self, scheduling: .async(onQueue: queue), onError: { slot.fail($0) },
        onChange: { slot.change { try self.read(fetch) } })
      return AnyCancellable { observation.cancel() }
    }
  }
}

/// A publisher of what a database holds at first, and after changes.
public struct ObservationPublisher<Output: Sendable>: Publisher, ReleasingPublisher, Sendable {
  /// Why the observation failed.
  public typealias Failure = DatabaseFailure

  /// Begins to observe; what comes is put into the slot, on the queue.
  typealias Start = @Sendable (DispatchQueue, ObservationSlot<Output>) -> AnyCancellable

  let start: Start

  init(start: @escaping Start) {
    self.start = start
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == DatabaseFailure {
    let subscription = ObservationSubscription(start: start, downstream: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.endHandover()
  }
}
