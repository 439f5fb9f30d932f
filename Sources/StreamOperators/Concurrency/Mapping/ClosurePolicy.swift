public import StreamCore
public import StreamParts

/// The order in which the results of an asynchronous closure are delivered.
@usableFromInline
enum ClosureOrder: Sendable {
  case ofInput, ofCompletion

  /// Only the result for the newest value is delivered.
  case latest
}

/// The rules of operators with an asynchronous closure: as many values are requested as downstream has requested, up to
/// a limit, and one more for each result that has been delivered or dropped.
///
/// Its only upstream is the ``ClosureTasks``.
@usableFromInline
struct ClosurePolicy<Element, Failure: Error>: SingleUpstreamPolicy {
  /// The maximum number of requested values that have not led to a delivery.
  @usableFromInline let limit: Subscribers.Demand

  /// Whether results wait for those of earlier values.
  @usableFromInline let isOrdered: Bool

  @usableFromInline var upstream = UpstreamState.awaitingSubscription

  /// Whether downstream's `receive(subscription:)` has returned. Values asked for earlier could be delivered during
  /// that call (rule 3).
  @usableFromInline var hasBegun = false

  @usableFromInline var hasCompleted = false

  /// The number of values that have been asked for, less the results that have been delivered or dropped.
  @usableFromInline var taken = 0

  /// Whether an unlimited number has been asked for; then nothing is counted.
  @usableFromInline var isUnlimited = false

  /// The number of the value whose result comes next, if results are ordered.
  @usableFromInline var next = 0

  /// Results that wait for that of an earlier value; `nil` if none is to be delivered.
  @usableFromInline var finished: [Int: Element?] = [:]

  /// - Parameters:
  ///   - limit: The maximum number of requested values that have not led to a delivery.
  ///   - order: The order of the results.
  @inlinable init(limit: Int, order: ClosureOrder) {
    self.limit = limit == .max ? .unlimited : .max(limit)
    isOrdered = order == .ofInput
  }

  // MARK: Results

  /// Takes the result for a value, which may be `nil`.
  ///
  /// - Returns: A result to deliver. Unless it is `nil`, ``takeNext()`` may return more.
  @inlinable mutating func take(_ result: Element?, of index: Int) -> Element? {
    if isOrdered, index != next {
      finished.updateValue(result, forKey: index)
      return nil
    }
    next += 1
    return passed(result) ?? takeNext()
  }

  /// Takes a result that no longer waits for those of earlier values.
  @inlinable mutating func takeNext() -> Element? {
    while !finished.isEmpty, let result = finished.removeValue(forKey: next) {
      next += 1
      if let result = passed(result) { return result }
    }
    return nil
  }

  @inlinable mutating func passed(_ result: Element?) -> Element? {
    if result == nil { taken -= 1 }
    return result
  }

  // MARK: Demand

  /// The demand to request when the outstanding demand is `total`.
  @inlinable mutating func more(for total: Subscribers.Demand) -> Subscribers.Demand {
    guard hasBegun, !isUnlimited else { return .none }
    guard let goal = min(total, limit).max else {
      isUnlimited = true
      return .unlimited
    }
    guard goal > taken else { return .none }
    defer { taken = goal }
    return .max(goal - taken)
  }

  @inlinable @inline(__always) mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand)
    -> UpstreamRequests
  {
    if case .delivered = event { taken -= 1 }
    return UpstreamRequests(more(for: total))
  }

  // MARK: End

  /// The tasks stay attached, so that the end of the stream ends them.
  @inlinable mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    hasCompleted = true
    return upstream.subscription
  }

  @inlinable var isOver: Bool { hasCompleted }

  @usableFromInline mutating func end() -> EndedUpstreams {
    defer { finished = [:] }
    return EndedUpstreams([upstream.terminate()].compactMap { $0 }, releasing: finished)
  }
}

extension SerialDelivery {
  /// Takes the result for a value, and delivers what it makes room for, in the order of the policy.
  @inlinable
  func receive<Element, Failure: Error>(_ result: Element?, of index: Int)
  where Policy == ClosurePolicy<Element, Failure> {
    var isEmpty = result == nil
    _ = receive(from: .result) { $0.take(result, of: index) }
    // A result that has been delivered may have held up others.
    while state.withLock({ $0.policy.finished[$0.policy.next] != nil }) {
      _ = receive(from: .result) { policy in
        let next = policy.takeNext()
        if next == nil { isEmpty = true }
        return next
      }
    }
    // No delivery asks for one more in place of a result without a value.
    if isEmpty { drainIfIdle() }
  }
}

extension UpstreamKey {
  /// A result, whose sender gets no demand back: it is requested of the upstream that brings the values.
  @inlinable static var result: Self { Self(index: 1) }
}
