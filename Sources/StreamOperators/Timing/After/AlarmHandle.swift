public import StreamCore

/// Holds the one timer of a subscription, and cancels it, also if it is set later.
@usableFromInline
final class AlarmHandle: Sendable {
  private let state = Locked<(timer: (any Cancellable)?, isOver: Bool)>((nil, false))

  @usableFromInline
  init() {}

  /// Keeps a timer, or cancels it if that is what has been asked for.
  @usableFromInline
  func keep(_ timer: any Cancellable) {
    let isOver = state.withLock {
      if !$0.isOver { $0.timer = timer }
      return $0.isOver
    }
    if isOver { timer.cancel() }
  }

  @usableFromInline
  func cancel() {
    let timer = state.withLock {
      $0.isOver = true
      return $0.timer.take()
    }
    timer?.cancel()
  }
}
