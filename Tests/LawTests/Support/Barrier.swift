import StreamTesting
import Streams
import TestSupport

/// Publishers and tasks that end when as many of them run as may, or as remain: an operator that runs fewer stands
/// still, and one that runs more breaks the law.
final class Barrier: Sendable {
  private struct State {
    var (arrived, released, running) = (0, 0, 0)
    var hasSourceEnded = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let limit: Int
  private let releasesInline: Bool
  private let state = Box(State())
  private weak let run: LawRun?

  /// - Parameters:
  ///   - limit: How many may run at a time.
  ///   - releasesInline: Whether they end on the thread that starts the last of them, or on the run's scheduler.
  ///   - run: The run.
  init(_ limit: Int, releasesInline: Bool, _ run: LawRun) {
    (self.limit, self.releasesInline, self.run) = (limit, releasesInline, run)
  }

  /// The same publisher, with its elements counted: each must start a member.
  func countingElements<P: Publisher>(of source: P) -> some Publisher<P.Output, P.Failure> {
    source.handleEvents(
      receiveOutput: { [self] _ in state.update { $0.arrived += 1 } },
      receiveCompletion: { [self] _ in releaseIfFull { $0.hasSourceEnded = true } })
  }

  /// A publisher of one element, which comes when the barrier opens.
  func member(_ value: Int) -> AnyPublisher<Int, TestError> {
    Deferred { [self] in
      let gate = PassthroughSubject<Int, TestError>()
      start { gate.send(completion: .finished) }
      return gate.append(value).handleEnd { [self] _ in state.update { $0.running -= 1 } }
    }.eraseToAnyPublisher()
  }

  /// Returns the element when the barrier opens.
  func work(_ value: Int) async -> Int {
    await withCheckedContinuation { continuation in start { continuation.resume() } }
    state.update { $0.running -= 1 }
    return value
  }

  private func start(_ end: @escaping @Sendable () -> Void) {
    releaseIfFull { state in
      state.running += 1
      if state.running > limit { run?.fail("\(state.running) run at a time, more than \(limit).") }
      state.waiting.append(end)
    }
  }

  private func releaseIfFull(_ change: (inout State) -> Void) {
    let group: [@Sendable () -> Void] = state.update { state in
      change(&state)
      let count = state.waiting.count
      guard count == limit || state.hasSourceEnded && state.released + count == state.arrived else { return [] }
      state.released += count
      defer { state.waiting = [] }
      return state.waiting
    }
    if group.isEmpty { return }
    if releasesInline { return group.forEach { $0() } }
    run?.scheduler.schedule { group.forEach { $0() } }
  }
}
