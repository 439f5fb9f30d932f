import AsyncAlgorithms
import StreamConcurrency
import StreamCore

/// The ways from a publisher to the loop that reads it. Each delivers the publisher's values.
enum Route: CaseIterable, Sendable {
  case values, suspending, unbounded
  case merge, zip, chain, chunks, adjacentPairs, removeDuplicates, buffer

  /// How many values are requested for each that the loop gets, and how many for the first besides; `nil` if more are
  /// requested than the loop has asked for.
  var requestsBeforeFirst: Int? {
    switch self {
    case .unbounded, .buffer: nil
    case .adjacentPairs: 1
    case .values, .suspending, .merge, .zip, .chain, .chunks, .removeDuplicates: 0
    }
  }

  func sequence<Failure: Error>(
    of publisher: some Publisher<Int, Failure> & Sendable
  ) -> any AsyncSequence<Int, Failure> & Sendable {
    let values = publisher.values
    switch self {
    case .values: return values
    case .suspending: return publisher.values(buffering: .suspending)
    case .unbounded: return publisher.values(buffering: .unbounded)
    case .merge: return AsyncAlgorithms.merge(values, AsyncStream { $0.finish() })
    case .zip: return AsyncAlgorithms.zip(values, repeatElement((), count: .max).async).map(\.0)
    case .chain: return AsyncAlgorithms.chain(values, EmptyCollection().async)
    case .chunks: return values.chunks(ofCount: 1).map { $0[0] }
    case .adjacentPairs: return values.adjacentPairs().map { $0.0 }
    case .removeDuplicates: return values.removeDuplicates()
    case .buffer: return values.buffer(policy: .bounded(3))
    }
  }
}
