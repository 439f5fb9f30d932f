package import Foundation
import StreamCoding
package import StreamCore
import StreamErrorHandling
import StreamMapping
package import StreamSchedulers
import StreamTiming

/// Ways to handle errors, each a pipeline.
package enum ErrorGallery {
  /// The decoded type.
  package struct Address: Codable, Equatable, Sendable {
    package var street: String

    package init(street: String) {
      self.street = street
    }
  }

  /// A server's response.
  package struct Answer: Sendable {
    package var status: Int
    package var body: Data

    package init(status: Int, body: Data) {
      self.status = status
      self.body = body
    }
  }

  /// A loader's error.
  package enum LoadError: Error, Equatable {
    /// The network is constrained: large bodies are not loaded.
    case constrained
    case unreachable
    case invalidServerResponse
  }

  /// Asserts that bundled data can be decoded: otherwise it traps.
  package static func invariant(_ data: Data) -> AnyPublisher<Address, Never> {
    Just(data)
      .decode(type: Address.self, decoder: JSONDecoder())
      .assertNoFailure("The address is part of the program.")
      .eraseToAnyPublisher()
  }

  /// Decodes one body, or gives a default; a longer-lived source would end with the first error.
  package static func oneShot<P: Publisher<Data, Never>>(
    _ source: P, default address: Address
  ) -> AnyPublisher<Address, Never> {
    source
      .decode(type: Address.self, decoder: JSONDecoder())
      .catch { _ in Just(address) }
      .eraseToAnyPublisher()
  }

  // On the page:
  /// Makes up to four attempts, with a pause before each retry. The status is checked after `retry`, so that a refusal
  /// by the server is not retried.
  ///
  /// - Parameters:
  ///   - scheduler: Measures the pauses.
  ///   - pause: Returns the next pause.
  ///   - request: Makes one attempt.
  /// - Returns: The decoded first response, or the last error.
  package static func retrying<S: Scheduler & Sendable>(
    scheduler: S, pause: @escaping @Sendable () -> S.SchedulerTimeType.Stride,
    request: @escaping @Sendable () -> AnyPublisher<Answer, LoadError>
  ) -> AnyPublisher<Address, any Error> {
    Deferred {
      Just(()).delay(for: pause(), scheduler: scheduler).setFailureType(to: LoadError.self).flatMap(request)
    }
    .retry(3)
    .tryMap { answer -> Data in
      guard answer.status == 200 else { throw LoadError.invalidServerResponse }
      return answer.body
    }
    .decode(type: Address.self, decoder: JSONDecoder())
    .eraseToAnyPublisher()
  }
  // Up to here.

  // On the page:
  /// Decodes each body separately, so that the source survives one that cannot be decoded.
  package static func surviving<P: Publisher<Data, Never>>(
    _ source: P, default address: Address
  ) -> AnyPublisher<Address, Never> {
    source
      .flatMap { body in oneShot(Just(body), default: address) }
      .eraseToAnyPublisher()
  }
  // Up to here.

  // On the page:
  /// Loads the small body on a constrained network.
  package static func adaptive(
    large: AnyPublisher<Answer, LoadError>, small: @escaping @Sendable () -> AnyPublisher<Answer, LoadError>
  ) -> AnyPublisher<Data, any Error> {
    large
      .tryCatch { error in
        guard error == .constrained else { throw error }
        return small()
      }
      .tryMap { answer in
        guard answer.status == 200 else { throw LoadError.invalidServerResponse }
        return answer.body
      }
      .eraseToAnyPublisher()
  }
  // Up to here.
}
