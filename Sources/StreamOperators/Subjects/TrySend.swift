public import StreamCore
public import StreamParts

extension PassthroughSubject {
  /// Sends a value to the current subscribers, and reports who received it.
  ///
  ///     upstream            -1--2--3
  ///     trySend(_:)
  ///     subscriber: demand  1----1--
  ///     subscriber          -1-----3
  ///     lost                -0--1--0
  ///
  /// - **Demand**: a subscriber without outstanding demand loses the value, which is reported to the `DropHook`.
  /// - **Completion**, **Failure**: after one the value is ignored.
  /// - **Threads**: as `send`. A value sent during a delivery, re-entrantly or from another thread, counts as waiting
  ///   for all subscribers: the thread that is delivering delivers it, or drops it if there is no demand.
  ///
  /// - Parameter value: The value.
  /// - Returns: How many subscribers received the value, for how many it waits, and how many lost it.
  /// - Complexity: O(*n*), of *n* subscribers.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func trySend(_ value: Output) -> SendReport {
    broadcaster.trySend(value)
  }
}

extension CurrentValueSubject {
  /// Replaces the current value, sends the new one to the subscribers, and reports who received it.
  ///
  ///     upstream            -1--2--3
  ///     trySend(_:)
  ///     subscriber: demand  1-----2-
  ///     subscriber          0-----23
  ///     waiting             -1--1--0
  ///
  /// - **Demand**: for a subscriber without outstanding demand the value waits, until it requests one or a newer value
  ///   replaces it.
  /// - **Completion**, **Failure**: after one the value is ignored.
  /// - **Threads**: as `send`. A value sent during a delivery, re-entrantly or from another thread, counts as waiting
  ///   for all subscribers: the thread that is delivering delivers it.
  ///
  /// - Parameter value: The value.
  /// - Returns: How many subscribers received the value, and for how many it waits.
  /// - Complexity: O(*n*), of *n* subscribers.
  @discardableResult
  @inlinable
  @_disfavoredOverload
  public func trySend(_ value: Output) -> SendReport {
    broadcaster.trySend(value)
  }
}

extension Broadcaster {
  /// Sends a value as `send` does, and counts.
  @inlinable
  func trySend(_ value: Output) -> SendReport {
    var report = SendReport()
    // The value that is replaced is released outside the lock.
    var replaced: Output?
    let isDrainThread = withValues { newest, _, count in
      if isOver {
        report.isEnded = true
        return false
      }
      if holdsValue {
        replaced = newest
        newest = value
      }
      if enters(or: .value(value)) { return true }
      // Subscribers that are queued to join count; those that are queued to leave do not.
      report.buffered = count
      return false
    }
    withExtendedLifetime(replaced) {}
    guard isDrainThread else { return report }
    report = deliverAndCount(value)
    leave()
    return report
  }

  /// Delivers a value, on the drain thread, and counts the subscribers.
  @inlinable
  func deliverAndCount(_ value: Output) -> SendReport {
    var report = SendReport()
    for case let place? in subscribers.places {
      let conduit = unsafeDowncast(place, to: Conduit.self)
      let action = conduit.offerForDemand(value)
      switch action == .deliver ? conduit.subscription.outcome : action {
      case .deliver: report.delivered += 1
      case .queue, .miss: report.buffered += 1
      case .drop: report.dropped += 1
      case .skip: break
      }
    }
    return report
  }
}
