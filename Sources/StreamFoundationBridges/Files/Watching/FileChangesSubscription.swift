internal import Dispatch
internal import Foundation
internal import StreamCore

/// The subscription of a downstream to the changes of files.
// Sendable: `state` is under its lock; `source` and `changes` belong to the queue, once that is active.
final class FileChangesSubscription<Downstream: Subscriber>: QueuedSubscription, @unchecked Sendable
where Downstream.Input == FileChange, Downstream.Failure == any Error {
  private enum Source {
    case watched(PathWatch, FileSurvey)

    /// The files cannot be looked at, which is said at the first demand.
    case failed(any Error)

    /// The stream has ended.
    case closed
  }

  let state: Locked<QueuedState<Downstream>>
  let queue = DispatchQueue(label: "StreamFiles.changes", attributes: .initiallyInactive)
  private let url: URL
  private var source: Source

  /// What the last look has found and is not delivered yet, the next one last.
  private var changes: [FileSurvey.Change] = []

  /// The number of changes after which other queues have their turn.
  private static var changesInTurn: Int { 64 }

  var description: String { "FileChanges" }

  init(_ publisher: Publishers.FileChanges, downstream: Downstream) {
    url = publisher.url
    state = Locked(QueuedState(downstream: downstream))
    do {
      let path = try url.pathOfFile
      let watch = PathWatch(path, polling: publisher.interval, queue: queue)
      // Watched before it is looked at, so that every later change makes a hint.
      _ = watch.beginLook()
      source = .watched(watch, try FileSurvey(path))
    } catch {
      source = .failed(error)
    }
  }

  func stop() {
    if case .watched(let watch, _) = source { watch.close() }
    source = .closed
    changes = []
  }

  func pump() {
    do {
      for _ in 0..<Self.changesInTurn {
        guard state.withLock({ $0.demand != .none && $0.downstream != nil }) else { return }
        if changes.isEmpty, try !look() { return wait() }
        deliverNext()
      }
      schedule()
    } catch {
      complete(.failure(error))
    }
  }

  /// - Returns: Whether there are changes.
  private func look() throws -> Bool {
    switch source {
    case .watched(let watch, var survey):
      changes = try survey.look(watch.beginLook()).reversed()
      source = .watched(watch, survey)
    case .failed(let error): throw error
    case .closed: break
    }
    return !changes.isEmpty
  }

  private func wait() {
    guard case .watched(let watch, _) = source else { return }
    let pumped: any Pumped = self
    watch.whenChanged { pumped.pump() }
  }

  private func deliverNext() {
    let downstream = state.withLock { state -> Downstream? in
      if state.downstream != nil { state.demand -= 1 }
      return state.downstream
    }
    guard let downstream, let change = changes.popLast() else { return }
    let file = change.entry.isEmpty ? url : url.appendingPathComponent(change.entry, isDirectory: false)
    let demand = downstream.receive(FileChange(url: file, kind: change.kind))
    if demand != .none { state.withLock { $0.demand += demand } }
  }
}
