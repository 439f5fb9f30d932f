import NIOConcurrencyHelpers
import StreamCore

final class Counter: Sendable {
  private let value = NIOLockedValueBox(0)

  var count: Int { value.withLockedValue { $0 } }

  func increment() {
    value.withLockedValue { $0 += 1 }
  }
}

extension Publisher {
  /// Counts the values that have been asked for and delivered.
  func counting(_ counter: Counter) -> Publishers.Map<Self, Output> {
    Publishers.Map(upstream: self) { value in
      counter.increment()
      return value
    }
  }
}
