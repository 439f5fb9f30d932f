public import Foundation
public import StreamCore
public import StreamParts

extension Publishers {
  /// Delivers events of the past at their dates, as a clock shows them that a test, or an evaluation of a log,
  /// advances.
  ///
  ///     events        a on day 1, b on day 2, c on day 4
  ///     downstream    -ab-(c|)                             one tick a day of the clock, and no time at all
  ///
  /// The events may be given in any order, such as that of two logs one after the other: they are delivered in the
  /// order of their dates, those of one date in the order given.
  ///
  /// - **Demand**: an event whose date has come waits for demand. Nothing else is buffered: the events are memory
  ///   already.
  /// - **Completion**: with the last event, or at once if there is none. So `debounce`, which drops what is pending at
  ///   the end, drops the last event; `debounceKeepingLast` does not.
  /// - **Failure**: never.
  /// - **Threads**: the thread that advances the clock delivers an event; if the event's date has come before it was
  ///   requested, the requesting thread does. Deliveries are always serial. At one date, events come before what is
  ///   scheduled after the subscription.
  ///
  /// - Parameters:
  ///   - events: The events with their dates. A date that is not a number traps.
  ///   - scheduler: The scheduler whose clock decides.
  /// - Returns: A publisher of the events.
  /// - Complexity: The call takes linear time if the events are in order; otherwise they are sorted.
  @inlinable
  @_disfavoredOverload
  public static func replay<T: Sendable>(
    _ events: [(Date, T)], on scheduler: HistoricalScheduler
  ) -> Publishers.Historical<T> {
    HistoricalPublisher(events: events, scheduler: scheduler)
  }
}

/// A publisher of events of the past, at their dates.
@frozen
public struct HistoricalPublisher<Output: Sendable>: Publisher, ReleasingPublisher, Sendable {
  /// Never.
  public typealias Failure = Never

  /// The events, in the order of their dates.
  public let events: [(Date, Output)]

  /// The scheduler whose clock decides.
  public let scheduler: HistoricalScheduler

  /// Creates a publisher of events of the past.
  ///
  /// - Parameters:
  ///   - events: The events with their dates, in any order. A date that is not a number traps.
  ///   - scheduler: The scheduler whose clock decides.
  @inlinable
  public init(events: [(Date, Output)], scheduler: HistoricalScheduler) {
    self.events = Self.sorted(events)
    self.scheduler = scheduler
  }

  /// Sorts events by date, and those of one date as they are: `sort` does not promise that.
  @inlinable
  static func sorted(_ events: [(Date, Output)]) -> [(Date, Output)] {
    let dates = events.map(\.0.checked)
    guard zip(dates, dates.dropFirst()).contains(where: >) else { return events }
    return dates.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }.map { events[$0] }
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    guard !events.isEmpty else { return subscriber.end(with: .finished) }
    subscriber.receive(
      subscription: HistoricalSubscription(events: events, scheduler: scheduler, downstream: subscriber))
  }
}

extension PublisherNames {
  /// A publisher of events of the past, at their dates.
  public typealias Historical<Output: Sendable> = HistoricalPublisher<Output>
}
