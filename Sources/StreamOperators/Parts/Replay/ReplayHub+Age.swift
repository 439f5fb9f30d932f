internal import StreamCore

// The clock is a client's scheduler, so it is asked outside the lock.
extension ReplayHub {
  /// What a new subscriber gets.
  @usableFromInline package var replayed: [Output] {
    let first = firstUnexpired()
    return state.withLock { state in
      (max(first, state.log.replayStart)..<state.log.end).compactMap { state.log[$0] }
    }
  }

  /// The position of the first element that is young enough to be replayed.
  @usableFromInline
  func firstUnexpired() -> Int {
    guard let clock else { return 0 }
    let now = clock.now()
    var position = 0
    while true {
      let stamp: Any? = state.withLock { state in
        position = max(position, state.log.replayStart)
        return position < state.log.end ? state.log.stamp(at: position) : nil
      }
      guard let stamp, clock.hasExpired(stamp, at: now) else { return position }
      position += 1
    }
  }

  /// Removes what is too old. Of the drain thread: a subscriber that is catching up loses nothing on the way.
  @usableFromInline
  func expire(before end: Int) {
    guard let clock else { return }
    let now = clock.now()
    var released = ReleasedElements<Output>()
    var position = offered.lowerBound
    while true {
      let stamp: Any? = state.withLock { state in
        state.log.remove(before: position, into: &released)
        return position < min(end, state.log.firstPin) ? state.log.stamp(at: position) : nil
      }
      guard let stamp, clock.hasExpired(stamp, at: now) else { break }
      position += 1
    }
    offered = position..<offered.upperBound
  }
}
