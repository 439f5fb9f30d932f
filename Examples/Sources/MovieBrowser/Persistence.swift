public import StreamCore
import StreamErrorHandling
import StreamMapping
import Synchronization

/// The number of retries of a request, and the observer of its attempts.
public struct Persistence: Sendable {
  /// The number of attempts after a failed first one.
  public let retries: Int

  /// Called after each attempt, on the thread where it ended.
  public let report: @Sendable (Attempt) -> Void

  /// Reports every attempt to `report`. The default is four attempts in all.
  public init(retries: Int = 3, report: @escaping @Sendable (Attempt) -> Void = { _ in }) {
    self.retries = retries
    self.report = report
  }

  /// Performs a request, and retries it while it fails with a temporary error.
  ///
  /// - Parameters:
  ///   - subject: The subject of the request, for display.
  ///   - request: Makes one attempt. It is called for each, because a failed future stays failed.
  /// - Returns: A publisher that fails only when no attempt is left, or the error is permanent.
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

  /// Fails with a temporary error, so that `retry` sees it. A permanent one bypasses `retry` as a value.
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

/// Numbers the attempts of one request, from 1.
private final class AttemptNumbers: Sendable {
  private let count = Atomic(0)

  var last: Int { count.load(ordering: .relaxed) }

  func next() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }
}
