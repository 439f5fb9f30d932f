import StreamTesting
import Streams
import TestSupport

/// Publishers that run until as many of them run as may, or as are left: an operator that lets fewer run stands still,
/// and one that lets more run breaks the law.
final class Crew: Sendable {
  private struct State {
    var (arrived, released, running) = (0, 0, 0)
    var hasAll = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let limit: Int
  private let isAtOnce: Bool
  private let state = Box(State())
  private weak let run: LawRun?

  /// - Parameters:
  ///   - limit: How many may run at a time.
  ///   - isAtOnce: Whether they end where the last of them starts, or on the run's scheduler.
  ///   - run: The run.
  init(_ limit: Int, isAtOnce: Bool, _ run: LawRun) {
    (self.limit, self.isAtOnce, self.run) = (limit, isAtOnce, run)
  }

  /// The same publisher, whose elements are expected to start a member each.
  func counting<P: Publisher>(_ source: P) -> some Publisher<P.Output, P.Failure> {
    source.handleEvents(
      receiveOutput: { [self] _ in state.update { $0.arrived += 1 } },
      receiveCompletion: { [self] _ in releaseNext { $0.hasAll = true } })
  }

  /// A publisher of one element, which comes when the crew is full, or all that are left have come.
  func member(_ value: Int) -> AnyPublisher<Int, TestError> {
    Deferred { [self] in
      let gate = PassthroughSubject<Int, TestError>()
      start { gate.send(completion: .finished) }
      return gate.append(value).handleEnd { [self] _ in state.update { $0.running -= 1 } }
    }.eraseToAnyPublisher()
  }

  /// Returns the element when the crew is full, or all that are left have come.
  func work(_ value: Int) async -> Int {
    await withCheckedContinuation { continuation in start { continuation.resume() } }
    state.update { $0.running -= 1 }
    return value
  }

  private func start(_ end: @escaping @Sendable () -> Void) {
    releaseNext { state in
      state.running += 1
      if state.running > limit { run?.fail("\(state.running) run at a time, more than \(limit).") }
      state.waiting.append(end)
    }
  }

  private func releaseNext(_ change: (inout State) -> Void) {
    let group: [@Sendable () -> Void] = state.update { state in
      change(&state)
      let count = state.waiting.count
      guard count == limit || state.hasAll && state.released + count == state.arrived else { return [] }
      state.released += count
      defer { state.waiting = [] }
      return state.waiting
    }
    if group.isEmpty { return }
    if isAtOnce { return group.forEach { $0() } }
    run?.scheduler.schedule { group.forEach { $0() } }
  }
}
