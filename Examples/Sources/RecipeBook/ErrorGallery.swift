package import Foundation
import StreamCoding
package import StreamCore
import StreamErrorHandling
import StreamMapping
package import StreamSchedulers
import StreamTiming

/// Ways to meet errors, each a pipeline.
package enum ErrorGallery {
  /// What is decoded here.
  package struct Address: Codable, Equatable, Sendable {
    package var street: String

    package init(street: String) {
      self.street = street
    }
  }

  /// What a server says.
  package struct Answer: Sendable {
    package var status: Int
    package var body: Data

    package init(status: Int, body: Data) {
      self.status = status
      self.body = body
    }
  }

  /// What goes wrong with a loader.
  package enum LoadError: Error, Equatable {
    /// The network is not one for large bodies.
    case constrained
    case unreachable
    case invalidServerResponse
  }

  /// Checks that what the program brings along can be decoded: anything else is a programmer's error, and traps.
  package static func invariant(_ data: Data) -> AnyPublisher<Address, Never> {
    Just(data)
      .decode(type: Address.self, decoder: JSONDecoder())
      .assertNoFailure("The address is part of the program.")
      .eraseToAnyPublisher()
  }

  /// Decodes one body, or gives a default; a source that goes on would end with the first error.
  package static func oneShot<P: Publisher<Data, Never>>(
    _ source: P, default address: Address
  ) -> AnyPublisher<Address, Never> {
    source
      .decode(type: Address.self, decoder: JSONDecoder())
      .catch { _ in Just(address) }
      .eraseToAnyPublisher()
  }

  /// Asks up to four times, a pause before each. The status is judged after the retries, so that a server that refuses
  /// is asked once.
  ///
  /// - Parameters:
  ///   - scheduler: Measures the pauses.
  ///   - pause: How long to wait, asked for anew each time.
  ///   - request: Asks once.
  /// - Returns: What is decoded out of the first answer, or the last error.
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

  /// Decodes each body by itself, so that the source survives one that cannot be decoded.
  package static func surviving<P: Publisher<Data, Never>>(
    _ source: P, default address: Address
  ) -> AnyPublisher<Address, Never> {
    source
      .flatMap { body in oneShot(Just(body), default: address) }
      .eraseToAnyPublisher()
  }

  /// Loads the small body where the network does not want the large one.
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
}
