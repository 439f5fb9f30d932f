import AsyncAlgorithms
import StreamConcurrency
package import StreamCore
import StreamDebugging

/// Sends readings in batches to a receiver that decides how fast.
package enum Uplink {
  /// The batches of a publisher's readings.
  ///
  /// `send` of an `AsyncChannel` returns when the receiver has asked for the batch; only then does the loop request the
  /// readings of the next. The loop is a task of its own, so that the next batch is made while the receiver works.
  ///
  /// - Parameters:
  ///   - readings: What to send. A subject among them drops what it sends without demand: put `buffer` before it.
  ///   - count: The number of readings in a batch, positive; the last may have fewer.
  /// - Returns: The batches. A cancel ends the sender, and with it the subscription to the readings.
  package static func batches(
    of readings: some Publisher<Double, Never> & Sendable, count: Int
  ) -> AnyPublisher<[Double], Never> {
    Deferred {
      let channel = AsyncChannel<[Double]>()
      let sender = Task {
        for await batch in readings.values.chunks(ofCount: count) { await channel.send(batch) }
        channel.finish()
      }
      // A channel does not notice that its reader has gone: the sender would wait for ever.
      return channel.publisher.handleEnd { _ in sender.cancel() }
    }
    .eraseToAnyPublisher()
  }
}
