import AsyncAlgorithms
import StreamConcurrency
package import StreamCore
import StreamMapping

/// Publishers and asynchronous sequences, mixed by the algorithms of swift-async-algorithms.
package enum Climate {
  // On the page:
  /// By how much each reading differs from the one before it.
  package static func changes(
    of readings: some Publisher<Double, Never> & Sendable
  ) -> some AsyncSequence<Double, Never> & Sendable {
    readings.values.adjacentPairs().map { $1 - $0 }
  }
  // Up to here.

  // On the page:
  /// The difference between inside and outside, reading by reading: the publisher becomes a sequence, and the pairs of
  /// the two sequences become a publisher.
  package static func differences(
    inside: some Publisher<Double, Never> & Sendable, outside: some AsyncSequence<Double, Never> & Sendable
  ) -> AnyPublisher<Double, Never> {
    zip(inside.values, outside).publisher.map { $0 - $1 }.eraseToAnyPublisher()
  }
  // Up to here.

  /// The temperature that is felt, whenever the temperature or the humidity changes.
  ///
  /// Only the newest reading of each counts, so those that come faster than they are read may be dropped.
  package static func felt(
    celsius: some Publisher<Double, Never> & Sendable, humidity: some Publisher<Double, Never> & Sendable
  ) -> some AsyncSequence<Double, Never> & Sendable {
    combineLatest(celsius.values(buffering: .newest(1)), humidity.values(buffering: .newest(1)))
      .map { $0 + ($1 - 50) / 10 }
  }

  // On the page:
  /// The readings of two stations, as they come, until one of them fails.
  ///
  /// Both have the same failure. It has to be so: `merge`, `zip` and `combineLatest` take the first one's for that of
  /// both, and the process ends when another kind of error is thrown. `setFailureType` and `mapError` make them equal.
  package static func all<Failure: Error>(
    _ one: some Publisher<Double, Failure> & Sendable, _ other: some Publisher<Double, Failure> & Sendable
  ) -> some Publisher<Double, Failure> {
    merge(one.values, other.values).publisher
  }
  // Up to here.

  /// The last reading before each pause.
  ///
  /// - Parameters:
  ///   - readings: A subject's too: all are kept until the debounce has looked at them.
  ///   - pause: How long no other reading must come.
  ///   - clock: Measures the pauses.
  /// - Returns: The readings that settle, and the last of all at once.
  package static func settled<C: Clock>(
    _ readings: some Publisher<Double, Never> & Sendable, for pause: C.Instant.Duration, clock: C
  ) -> some AsyncSequence<Double, Never> & Sendable {
    readings.values(buffering: .unbounded).debounce(for: pause, clock: clock)
  }
}
