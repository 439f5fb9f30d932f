internal import Dispatch
internal import Foundation
internal import StreamCore

/// Reads chunks, for an owner with a serial queue on which all methods are called.
protocol ChunkReader: AnyObject, Sendable {
  /// Reads the available bytes, up to `limit`, without waiting for others.
  func read(upTo limit: Int) -> DescriptorReader.Outcome

  /// Runs `body` once on the queue, when another read may have another outcome; not after ``close()``.
  func whenReady(_ body: @escaping @Sendable () -> Void)

  /// Releases what the reader holds.
  func close()
}

extension DescriptorReader: ChunkReader {}

/// The subscription of a downstream to a file.
// Sendable: `state` is under its lock; `source` belongs to the queue, once that is active.
final class FileSubscription<Downstream: Subscriber>: QueuedSubscription, @unchecked Sendable
where Downstream.Input == Data, Downstream.Failure == any Error {
  private enum Source {
    case unopened((DispatchQueue) throws -> any ChunkReader)
    case open(any ChunkReader)

    /// The stream has ended.
    case closed
  }

  let state: Locked<QueuedState<Downstream>>
  let queue = DispatchQueue(label: "StreamFiles", attributes: .initiallyInactive)
  private let chunkSize: Int

  private var source: Source

  let description: String

  /// The number of chunks after which other queues have their turn.
  private static var chunksInTurn: Int { 16 }

  /// - Parameters:
  ///   - description: The description.
  ///   - chunkSize: The largest chunk in bytes.
  ///   - downstream: The receiver of the chunks.
  ///   - opening: Opens the file, at the first demand, for the queue on which it is then read.
  init(
    _ description: String, chunkSize: Int, downstream: Downstream,
    opening: @escaping (DispatchQueue) throws -> any ChunkReader
  ) {
    self.description = description
    self.chunkSize = chunkSize
    source = .unopened(opening)
    state = Locked(QueuedState(downstream: downstream))
  }

  /// Opens the file before the handover. A failure is delivered at the first demand.
  func open() {
    do {
      _ = try openedReader()
    } catch {
      source = .unopened { _ in throw error }
    }
  }

  func stop() {
    if case .open(let reader) = source { reader.close() }
    source = .closed
  }

  func pump() {
    guard state.withLock({ $0.demand != .none && $0.downstream != nil }) else { return }
    let reader: (any ChunkReader)?
    do {
      reader = try openedReader()
    } catch {
      return complete(.failure(error))
    }
    guard let reader else { return }
    var turn = 0
    while let (downstream, outcome) = next(from: reader) {
      switch outcome {
      case .data(let data):
        let demand = downstream.receive(data)
        if demand != .none { state.withLock { $0.demand += demand } }
        turn += 1
        if turn == Self.chunksInTurn { return schedule() }
      case .notReady:
        state.withLock { $0.demand += 1 }
        let pumped: any Pumped = self
        reader.whenReady { pumped.pump() }
        return
      case .end:
        return complete(.finished)
      case .failure(let error):
        return complete(.failure(error))
      }
    }
  }

  /// Spends demand for one chunk, and reads it. Both are one step under the lock, so that nothing is read after a
  /// cancel has returned, and the data in a pipe or socket is left to the next reader. The read does not block.
  private func next(from reader: any ChunkReader) -> (Downstream, DescriptorReader.Outcome)? {
    state.withLock { state in
      guard state.demand != .none, let downstream = state.downstream else { return nil }
      state.demand -= 1
      return (downstream, reader.read(upTo: chunkSize))
    }
  }

  /// Opens the file, if that is not done. Outside the lock: a disk may be slow.
  ///
  /// - Returns: The reader; `nil` if the stream has ended.
  private func openedReader() throws -> (any ChunkReader)? {
    switch source {
    case .unopened(let opening):
      let reader = try opening(queue)
      source = .open(reader)
      return reader
    case .open(let reader): return reader
    case .closed: return nil
    }
  }
}
