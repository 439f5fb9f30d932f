internal import Dispatch
internal import Foundation
internal import StreamCore

/// The subscription of a downstream to a file.
// Sendable: `state` is under its lock; `reader` belongs to the queue.
final class FileSubscription<Downstream: Subscriber>: StageSubscription, Pumped, @unchecked Sendable
where Downstream.Input == Data, Downstream.Failure == any Error {
  private struct State {
    var downstream: Downstream?
    var demand = Subscribers.Demand.none
  }

  private let state: Locked<State>

  /// Inactive until the handover ends, so that no signal overlaps with it (rule 3).
  private let queue = DispatchQueue(label: "StreamFiles", attributes: .initiallyInactive)
  private let source: Publishers.FileBytes.Source
  private let chunkSize: Int
  private var reader: DescriptorReader?

  var description: String { "FileBytes" }

  init(_ publisher: Publishers.FileBytes, downstream: Downstream) {
    source = publisher.source
    chunkSize = publisher.chunkSize
    state = Locked(State(downstream: downstream))
  }

  /// Ends the handover: downstream's `receive(subscription:)` has returned.
  func endHandover() {
    queue.activate()
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.demand += demand }
    schedule()
  }

  func cancel() {
    guard end() != nil else { return }
    let pumped: any Pumped = self
    queue.async { pumped.stop() }
  }

  /// - Returns: The downstream to complete; `nil` if the stream had ended before.
  private func end() -> Downstream? {
    state.withLock { $0.downstream.take() }
  }

  private func schedule() {
    let pumped: any Pumped = self
    queue.async { pumped.pump() }
  }

  func stop() {
    reader.take()?.close()
  }

  func pump() {
    guard state.withLock({ $0.demand != .none && $0.downstream != nil }) else { return }
    let reader: DescriptorReader
    do {
      reader = try openedReader()
    } catch {
      return complete(.failure(error))
    }
    while let (downstream, outcome) = next(from: reader) {
      switch outcome {
      case .data(let data):
        let demand = downstream.receive(data)
        if demand != .none { state.withLock { $0.demand += demand } }
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
  private func next(from reader: DescriptorReader) -> (Downstream, DescriptorReader.Outcome)? {
    state.withLock { state in
      guard state.demand != .none, let downstream = state.downstream else { return nil }
      state.demand -= 1
      return (downstream, reader.read(upTo: chunkSize))
    }
  }

  /// Opens the file at the first demand. Outside the lock: a disk may be slow.
  private func openedReader() throws -> DescriptorReader {
    if let reader { return reader }
    let reader =
      switch source {
      case .handle(let handle): try DescriptorReader(sharing: handle, queue: queue)
      case .file(let url): try DescriptorReader(opening: url, queue: queue)
      }
    self.reader = reader
    return reader
  }

  private func complete(_ completion: Subscribers.Completion<any Error>) {
    stop()
    end()?.receive(completion: completion)
  }

  var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.value.demand] }
}

/// The non-generic interface called from the queue: a subscriber's type need not be `Sendable`, so `@Sendable` closures
/// must not capture the generic class.
private protocol Pumped: AnyObject, Sendable {
  func pump()
  func stop()
}
