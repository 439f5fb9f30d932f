public import StreamCore

/// Holds the one timer of a subscription, and cancels it, also if it is set later.
@usableFromInline
package final class AlarmHandle: Sendable {
  private let state = Locked<(timer: (any Cancellable)?, isOver: Bool)>((nil, false))

  @usableFromInline
  package init() {}

  /// Keeps a timer, or cancels it if a cancel has been requested.
  @usableFromInline
  package func keep(_ timer: any Cancellable) {
    let isOver = state.withLock {
      if !$0.isOver { $0.timer = timer }
      return $0.isOver
    }
    if isOver { timer.cancel() }
  }

  /// - Returns: Whether it held the timer, which it cancels. It does not while the timer is being set.
  @usableFromInline
  @discardableResult
  package func cancel() -> Bool {
    let timer = state.withLock {
      $0.isOver = true
      return $0.timer.take()
    }
    timer?.cancel()
    return timer != nil
  }
}

/// The timer of an ``AlarmHandle`` as the subscription of an upstream: it ignores demand.
@usableFromInline
package final class AlarmSubscription: StageSubscription, Sendable {
  private let handle: AlarmHandle

  @usableFromInline
  package init(_ handle: AlarmHandle) {
    self.handle = handle
  }

  @usableFromInline package var description: String { "After" }

  @usableFromInline
  package func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  package func cancel() {
    handle.cancel()
  }
}
