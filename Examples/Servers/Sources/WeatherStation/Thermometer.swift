package import StreamConcurrency
package import StreamCore
import Synchronization

/// A sensor whose driver reports each reading by a call: the calls become an `AsyncStream`, and that a publisher.
package final class Thermometer: Sendable {
  private struct Readers {
    var continuations: [Int: AsyncStream<Double>.Continuation] = [:]
    var nextKey = 0
  }

  private let readers = Mutex(Readers())

  package init() {}

  /// Whether it is switched on: it is while somebody reads it.
  package var isOn: Bool { readers.withLock { !$0.continuations.isEmpty } }

  /// The readings from now on. The end of the iteration switches the thermometer off.
  package var readings: AsyncStream<Double> {
    AsyncStream { continuation in
      let key = readers.withLock { readers in
        readers.nextKey += 1
        readers.continuations[readers.nextKey] = continuation
        return readers.nextKey
      }
      continuation.onTermination = { [weak self] _ in
        // Released outside the lock.
        _ = self?.readers.withLock { $0.continuations.removeValue(forKey: key) }
      }
    }
  }

  /// The readings from the subscription on. An `AsyncStream` shares its values out among those who iterate it; so each
  /// subscriber gets a stream of its own, and every reading.
  package var publisher: Deferred<AsyncElementsPublisher<AsyncStream<Double>>> {
    Deferred { [self] in readings.publisher }
  }

  /// What the driver calls with each reading.
  package func report(_ celsius: Double) {
    for continuation in readers.withLock({ Array($0.continuations.values) }) { continuation.yield(celsius) }
  }

  /// What the driver calls at the end.
  package func retire() {
    for continuation in readers.withLock({ Array($0.continuations.values) }) { continuation.finish() }
  }
}
