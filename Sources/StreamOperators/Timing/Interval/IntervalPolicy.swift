public import StreamCore
public import StreamParts

/// The rules of `interval`: ticks are numbered by the time that has passed since the first, and those without demand
/// are dropped. The ticker is the upstream: the first request starts it.
@usableFromInline
struct IntervalPolicy<Time: Strideable>: SingleUpstreamPolicy, BoundedPolicy {
  @usableFromInline typealias Element = Int
  @usableFromInline typealias Failure = Never

  @usableFromInline let interval: Time.Stride
  @usableFromInline var upstream = UpstreamState.awaitingSubscription
  @usableFromInline var hasStarted = false

  /// The number of the next tick.
  @usableFromInline var number = 0

  /// The time of the next tick; `nil` before the start.
  @usableFromInline var due: Time?

  @inlinable
  init(interval: Time.Stride) {
    self.interval = interval
  }

  // MARK: Ticks

  /// A tick has come.
  ///
  /// - Returns: Its number, the newest if it is late by several intervals; `nil` for a late tick that an earlier one
  ///   has already covered.
  @inlinable
  mutating func tick(at now: Time) -> Int? {
    guard let due else { return nil }
    // A clock may read slightly earlier than the time its timer was set for, and the clock of an instant scheduler
    // stands still.
    let earliness = now.distance(to: due)
    guard number == 0 || earliness + earliness <= interval else { return nil }
    let missed = Self.intervals(of: interval, in: due.distance(to: now))
    defer { number += 1 }
    number += missed.count
    self.due = due.advanced(by: missed.length + interval)
    return number
  }

  /// The number of whole intervals in a length of time, and their total length. A stride cannot be divided, so this
  /// doubles the interval by addition while it fits, then tries each of these multiples once, the longest first.
  @inlinable
  static func intervals(of interval: Time.Stride, in length: Time.Stride) -> (count: Int, length: Time.Stride) {
    guard interval > .zero, length >= interval else { return (0, .zero) }
    var doubles = [(count: 1, length: interval)]
    // Compared by subtraction: a sum might saturate.
    while let last = doubles.last, last.length <= length - last.length {
      doubles.append((last.count * 2, last.length + last.length))
    }
    var (count, sum) = (0, Time.Stride.zero)
    for double in doubles.reversed() where double.length <= length - sum {
      (count, sum) = (count + double.count, sum + double.length)
    }
    return (count, sum)
  }

  // MARK: Demand

  @inlinable
  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    guard upstream.attach(subscription) else { return nil }
    hasStarted = demand != .none
    return demand
  }

  @inlinable @inline(__always)
  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    guard case .requested(let more) = event, upstream.isActive, !hasStarted else { return UpstreamRequests() }
    hasStarted = true
    return UpstreamRequests(more)
  }

  // A tick without demand is dropped; of those that arrive during a delivery, the newest waits.
  @inlinable
  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction {
    guard demand != .none else { return .drop }
    return count == 0 ? .append : .replaceNewest
  }

  // MARK: End

  @inlinable
  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? { nil }

  @inlinable var isOver: Bool { false }
}
