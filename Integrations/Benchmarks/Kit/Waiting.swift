internal import IntegrationParts
internal import StreamCore

/// Waits for the end of a stream.
///
/// A continuation, and not `for await`: what a loop of a task costs for each value is not what is measured.
final class Ending: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Void, any Error>)
    case ended(Result<Void, any Error>)
  }

  private let state = Lock(State.open)

  /// Takes the completion.
  func arrive<Failure: Error>(_ completion: Subscribers.Completion<Failure>) {
    let result: Result<Void, any Error> =
      switch completion {
      case .finished: .success(())
      case .failure(let error): .failure(error)
      }
    let former = state.withLock { state in
      defer { state = .ended(result) }
      return state
    }
    if case .awaited(let continuation) = former { continuation.resume(with: result) }
  }

  /// Returns when the stream has finished, and throws its failure.
  func wait() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<Void, any Error>? in
        if case .ended(let result) = state { return result }
        state = .awaited(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }
}

/// A number that one thread changes at a time.
// Sendable: deliveries are serial, and are over before it is read.
final class Count: @unchecked Sendable {
  var value = 0
}
