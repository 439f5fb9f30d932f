public import StreamCore
import StreamErrorHandling
import StreamMapping
import Synchronization

/// How often something is asked for before the program gives up, and who is told of the attempts.
public struct Persistence: Sendable {
  /// How many attempts follow a first one that failed.
  public let retries: Int

  /// Called after each attempt, wherever it ended.
  public let report: @Sendable (Attempt) -> Void

  /// Tells `report` of every attempt. The default is four attempts in all.
  public init(retries: Int = 3, report: @escaping @Sendable (Attempt) -> Void = { _ in }) {
    self.retries = retries
    self.report = report
  }

  /// Asks for something once, and again while it fails with an error that may pass.
  ///
  /// - Parameters:
  ///   - subject: What is asked for, for people.
  ///   - request: Makes one attempt. It is called anew for each, because a future that failed stays failed.
  /// - Returns: A publisher that fails only when no attempt is left, or the error will not pass.
  public func fetch<Output>(
    _ subject: String, request: @escaping @Sendable () -> AnyPublisher<Output, MovieAPIError>
  ) -> AnyPublisher<Output, FetchError> {
    Deferred {
      let numbers = AttemptNumbers()
      return Deferred { attempt(numbers.next(), at: subject, request()) }
        .retry(retries)
        .tryMap { try $0.get() }
        .mapError { error in
          error as? FetchError ?? FetchError(subject: subject, attempts: numbers.last, reason: MovieAPIError(error))
        }
    }
    .eraseToAnyPublisher()
  }

  /// Fails with an error that may pass, so that `retry` sees it. One that will not pass goes around `retry` as a value.
  private func attempt<Output>(
    _ number: Int, at subject: String, _ request: AnyPublisher<Output, MovieAPIError>
  ) -> some Publisher<Result<Output, FetchError>, any Error> {
    request
      .map { output -> Result<Output, FetchError> in
        report(Attempt(subject: subject, number: number, error: nil))
        return .success(output)
      }
      .tryCatch { error -> Just<Result<Output, FetchError>> in
        report(Attempt(subject: subject, number: number, error: error))
        let failure = FetchError(subject: subject, attempts: number, reason: error)
        if error.mayPass { throw failure }
        return Just(.failure(failure))
      }
  }
}

/// Numbers the attempts at one thing, from 1.
private final class AttemptNumbers: Sendable {
  private let count = Atomic(0)

  var last: Int { count.load(ordering: .relaxed) }

  func next() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }
}
