import StreamCombining
package import StreamCore
import StreamErrorHandling
import StreamMapping
package import StreamObservableProperties
import StreamSharing

/// Lists that are chosen by a number, where one that fails is shown empty.
package final class ForgetfulCatalogue<Failure: Error>: ObservableObject {
  /// Which list is shown.
  @Published package var index = 0

  /// What is in it.
  @Published package private(set) var titles: [String] = []

  package init(fetch: @escaping @Sendable (Int) -> AnyPublisher<[String], Failure>) {
    $index
      .flatMap { fetch($0).replaceError(with: []) }
      .assign(to: &$titles)
  }
}

/// Lists that are chosen by a number, with the error of the last choice kept for an alert.
package final class CandidCatalogue<Failure: Error>: ObservableObject {
  /// Which list is shown. Choosing one ends the request for the one before.
  @Published package var index = 0

  /// What is in the list that came last.
  @Published package private(set) var titles: [String] = []

  /// Why the chosen list could not be had, or `nil`.
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
