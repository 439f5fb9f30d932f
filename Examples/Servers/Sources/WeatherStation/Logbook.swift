import StreamConcurrency
package import StreamCore
import StreamErrorHandling
import Synchronization

/// Readings that were written down, a line each: an `AsyncThrowingStream` that reads a line when it is asked for one.
package struct Logbook: Sendable {
  private let lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }

  /// The readings up to the first line that is not a number, which is thrown.
  package var readings: AsyncThrowingStream<Double, any Error> {
    let rest = Mutex(lines[...])
    return AsyncThrowingStream {
      guard let line = rest.withLock({ $0.popFirst() }) else { return nil }
      guard let celsius = Double(line) else { throw SensorFault.unreadable(line: line) }
      return celsius
    }
  }

  /// The readings, with the type of their failure: an `AsyncThrowingStream` throws `any Error`.
  package var publisher: AnyPublisher<Double, SensorFault> {
    Deferred { readings.publisher }
      .mapError { $0 as? SensorFault ?? .offline }
      .eraseToAnyPublisher()
  }
}
