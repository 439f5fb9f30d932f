import Synchronization

/// A clock that stands still until the test moves it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    func duration(to other: Self) -> Duration { other.offset - offset }

    static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
  }

  private struct State {
    var now = Instant()
    var readings = 0
    var sleepers: [(key: Int, deadline: Instant, waiter: UnsafeContinuation<Void, any Error>)] = []
    var nextKey = 0
  }

  private let state = Mutex(State())

  let minimumResolution = Swift.Duration.zero

  var now: Instant {
    state.withLock { state in
      state.readings += 1
      return state.now
    }
  }

  /// How often the time has been read.
  var readingCount: Int { state.withLock { $0.readings } }

  /// When the sleeping tasks want to be woken.
  var deadlines: [Duration] { state.withLock { $0.sleepers.map(\.deadline.offset) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let key = state.withLock { state in
      state.nextKey += 1
      return state.nextKey
    }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter in
        let result: Result<Void, any Error>? = state.withLock { state in
          // A cancel from before this has found no sleeper to wake.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append((key, deadline, waiter))
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    } onCancel: {
      wake(with: .failure(CancellationError())) { sleeper, _ in sleeper == key }
    }
  }

  /// Moves the time on, and wakes the tasks that have slept long enough.
  func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
    let now = state.withLock { $0.now }
    wake(with: .success(())) { _, deadline in deadline <= now }
  }

  private func wake(with result: Result<Void, any Error>, where isWoken: (_ key: Int, Instant) -> Bool) {
    let woken = state.withLock { state in
      let woken = state.sleepers.filter { isWoken($0.key, $0.deadline) }
      state.sleepers.removeAll { isWoken($0.key, $0.deadline) }
      return woken
    }
    for sleeper in woken { sleeper.waiter.resume(with: result) }
  }
}
