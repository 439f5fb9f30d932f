internal import StreamCore
internal import StreamParts

/// A failure that has passed a checkpoint.
public struct FailureReport: Sendable, CustomStringConvertible {
  /// The failure itself.
  public let error: any Error

  /// The checkpoints that it passed, from upstream, each with its line: `orders (App/Orders.swift:12)`.
  public let checkpoints: [String]

  /// The line that subscribed to the pipeline, if it is known. To look it up takes milliseconds, and a second in a
  /// program of 100 MB.
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

  /// Reports a failure at the last checkpoint that it passes.
  static func pass(_ error: any Error, through edge: Edge) {
    guard edge.checkpoints != [] else { return }
    var below = edge
    while let next = EdgeRegistry.shared.edge(below.parent) {
      if next.checkpoints != [] { return }
      below = next
    }
    let origin = below.origin
    handlers.report { FailureReport(error: error, checkpoints: failed(edge), origin: origin) }
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
