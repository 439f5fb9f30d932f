import AsyncAlgorithms
import StreamConcurrency
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamTesting

/// Numbers that a test sends into an asynchronous sequence, as a publisher.
struct Feed: Sendable {
  /// The publisher of the sequence.
  let publisher: AnyPublisher<Int, any Error>

  /// Sends a number; a channel's waits until it is taken.
  let send: @Sendable (Int) async -> Void

  let finish: @Sendable () -> Void

  /// How often the publisher has asked for an element.
  let askedCount: @Sendable () -> Int

  /// Waits until the iterators are released: the publisher's, and the one of the sequence that the numbers are sent
  /// into.
  let untilReleased: @Sendable () async -> Void
}

/// The sequences that a feed goes through. Each delivers the numbers that are sent.
enum FeedKind: CaseIterable, Sendable {
  case stream, throwingStream, channel, throwingChannel
  case merge, zip, chain, chunks, adjacentPairs, removeDuplicates, buffer

  func make() -> Feed {
    switch self {
    case .channel:
      let channel = AsyncChannel<Int>()
      return feed(channel, send: channel.send, finish: channel.finish) { $0 }
    case .throwingChannel:
      let channel = AsyncThrowingChannel<Int, any Error>()
      return feed(channel, send: channel.send, finish: channel.finish) { $0 }
    case .throwingStream:
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      return feed(stream, send: { continuation.yield($0) }, finish: { continuation.finish() }, through: { $0 })
    case .stream: return stream { $0 }
    case .merge: return stream { AsyncAlgorithms.merge($0, AsyncStream { $0.finish() }) }
    case .zip: return stream { AsyncAlgorithms.zip($0, repeatElement((), count: .max).async).map(\.0) }
    case .chain: return stream { AsyncAlgorithms.chain($0, EmptyCollection().async) }
    case .chunks: return stream { $0.chunks(ofCount: 1).map { $0[0] } }
    case .adjacentPairs: return stream { AsyncAlgorithms.chain([0].async, $0).adjacentPairs().map(\.1) }
    case .removeDuplicates: return stream { $0.removeDuplicates() }
    case .buffer: return stream { $0.buffer(policy: .bounded(3)) }
    }
  }

  private func stream(
    through algorithm: (Watched<AsyncStream<Int>>) -> some AsyncSequence<Int, Never> & Sendable
  ) -> Feed {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    return feed(
      stream, send: { continuation.yield($0) }, finish: { continuation.finish() }, through: algorithm)
  }

  private func feed<Source: AsyncSequence<Int, Failure>, Failure: Error, Numbers: AsyncSequence<Int, Failure>>(
    _ source: Source, send: @escaping @Sendable (Int) async -> Void, finish: @escaping @Sendable () -> Void,
    through algorithm: (Watched<Source>) -> Numbers
  ) -> Feed where Source: Sendable, Numbers: Sendable {
    let inner = Watched(source)
    let outer = Watched(algorithm(inner))
    return Feed(
      publisher: outer.publisher.mapError { $0 as any Error }.eraseToAnyPublisher(),
      send: send, finish: finish, askedCount: { outer.askedCount }
    ) {
      await outer.isReleased.wait()
      await inner.isReleased.wait()
    }
  }
}
