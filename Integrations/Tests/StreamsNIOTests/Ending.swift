import NIOConcurrencyHelpers
import StreamCore

/// What a writer has reported as its end.
final class Ending: Sendable {
  private let completion = NIOLockedValueBox<Subscribers.Completion<any Error>?>(nil)

  func take(_ completion: Subscribers.Completion<any Error>) {
    self.completion.withLockedValue { $0 = completion }
  }

  var value: Subscribers.Completion<any Error>? { completion.withLockedValue { $0 } }

  var failure: (any Error)? {
    if case .failure(let error)? = value { error } else { nil }
  }
}
