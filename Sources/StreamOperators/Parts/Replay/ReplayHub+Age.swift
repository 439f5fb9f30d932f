internal import StreamCore

// The clock is a client's scheduler, so it is asked outside the lock.
extension ReplayHub {
  /// What a new subscriber gets.
  @usableFromInline package var replayed: [Output] {
    expire()
    return withLog { log in (log.replayStart..<log.end).compactMap { log[$0] } }
  }

  /// Removes what is too old.
  @usableFromInline
  func expire() {
    if let clock { expire(at: clock.now()) }
  }

  func expire(at now: Any) {
    guard let clock else { return }
    while let oldest = withLog({ $0.oldest }), clock.hasExpired(oldest.stamp, at: now) {
      let removed = withLog { $0.pop(at: oldest.position) }
      withExtendedLifetime(removed) {}
    }
    let stamps = withLog { $0.takeOldStamps() }
    withExtendedLifetime(stamps) {}
  }
}
