internal import StreamCore
internal import StreamParts

/// A failure that has passed a checkpoint.
public struct FailureReport: Sendable, CustomStringConvertible {
  /// The failure itself.
  public let error: any Error

  /// The checkpoints that it passed, from upstream, each with its line: `orders (App/Orders.swift:12)`.
  public let checkpoints: [String]

  /// The line that subscribed to the pipeline, if it is known. To look it up takes milliseconds, and a second in a
  /// program of 200 MB.
  public var subscribedAt: String? { origin?.description }

  let origin: Origin?

  /// One line: the failure, its checkpoints, and the line that subscribed.
  public var description: String {
    "\(error) passed \(checkpoints.joined(separator: ", then "))"
      + (subscribedAt.map { ", subscribed to at \($0)" } ?? "")
  }
}

enum FailureReports {
  static let handlers = HookHandlers<FailureReport> { _ in }

  /// Passes a failure on through an edge. If that has a checkpoint, the failure is reported: at once, if there is no
  /// checkpoint below; afterwards, if it has not come to the next one, since an operator has caught it, or delivers it
  /// later.
  static func pass(_ error: any Error, through edge: Edge, _ deliver: () -> Void) {
    guard edge.checkpoints != [] else { return deliver() }
    guard let next = nextCheckpoint(below: edge) else {
      report(error, edge)
      return deliver()
    }
    deliver()
    if next.reading.state != .failed { report(error, edge) }
  }

  private static func report(_ error: any Error, _ edge: Edge) {
    let origin = EdgeRegistry.shared.edge(edge.root)?.origin
    handlers.report { FailureReport(error: error, checkpoints: failed(edge), origin: origin) }
  }

  private static func nextCheckpoint(below edge: Edge) -> Edge? {
    var below = edge
    while let next = EdgeRegistry.shared.edge(below.parent) {
      if next.checkpoints != [] { return next }
      below = next
    }
    return nil
  }

  /// The checkpoints above an edge that a failure passed, from upstream.
  private static func failed(_ last: Edge) -> [String] {
    let edges = EdgeRegistry.shared.living.filter { $0.root == last.root }
    var names = last.checkpoints
    var above = [last.id]
    while let id = above.popLast() {
      for edge in edges where edge.parent == id && edge.reading.state == .failed {
        names = edge.checkpoints + names
        above.append(edge.id)
      }
    }
    return names
  }
}

extension Edge {
  /// The names of the checkpoints at this edge, from upstream.
  var checkpoints: [String] { path.compactMap { $0.checkpoint?.description }.reversed() }
}
