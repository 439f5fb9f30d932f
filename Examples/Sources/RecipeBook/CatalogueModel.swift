import StreamCombining
package import StreamCore
import StreamErrorHandling
import StreamMapping
package import StreamObservableProperties
import StreamSharing

/// Lists chosen by number, where one that fails to load is shown empty.
package final class ForgetfulCatalogue<Failure: Error>: ObservableObject {
  /// The number of the shown list.
  @Published package var index = 0

  /// The titles in that list.
  @Published package private(set) var titles: [String] = []

  package init(fetch: @escaping @Sendable (Int) -> AnyPublisher<[String], Failure>) {
    $index
      .flatMap { fetch($0).replaceError(with: []) }
      .assign(to: &$titles)
  }
}

// On the page:
/// Lists chosen by number, with the error of the last choice kept for an alert.
package final class CandidCatalogue<Failure: Error>: ObservableObject {
  /// The number of the shown list. Setting it cancels the request for the previous one.
  @Published package var index = 0

  /// The titles in the last list that was loaded.
  @Published package private(set) var titles: [String] = []

  /// The error of the chosen list, or `nil`.
  @Published package private(set) var error: Failure?

  package init(fetch: @escaping @Sendable (Int) -> AnyPublisher<[String], Failure>) {
    let results =
      $index
      .map { index in
        fetch(index)
          .map { Result<[String], Failure>.success($0) }
          .catch { Just(.failure($0)) }
      }
      .switchToLatest()
      .multicast(subject: PassthroughSubject())
    results
      .compactMap { try? $0.get() }
      .assign(to: &$titles)
    results
      .map { result -> Failure? in
        guard case .failure(let error) = result else { return nil }
        return error
      }
      .assign(to: &$error)
    connection = AnyCancellable(results.connect())
  }

  private var connection: AnyCancellable?
}
// Up to here.
