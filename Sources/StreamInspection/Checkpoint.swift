public import StreamParts

extension Publisher {
  /// Names this place of a pipeline for the inspector.
  ///
  ///     upstream      --1--2--|
  ///     checkpoint("numbers")
  ///     downstream    --1--2--|
  ///
  /// While ``StreamInspector`` is off it attaches its subscriber straight to upstream, and is not there at run time.
  /// While it is armed, reports show the name, and a failure that passes is reported with the names and lines that it
  /// has passed (``StreamInspector/onFailure(_:)``); it stays the same failure of the same type.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream delivers.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fileID: The file of this line.
  ///   - line: The line.
  /// - Returns: A publisher of the same elements.
  /// - Complexity: O(1).
  @inlinable
  @_disfavoredOverload
  public func checkpoint(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> CheckpointPublisher<Self> {
    CheckpointPublisher(upstream: self, name: name, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that names a place of a pipeline.
@frozen
public struct CheckpointPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher that is named.
  public let upstream: Upstream

  /// The name.
  public let name: String

  @usableFromInline let site: StreamSite

  @inlinable
  init(upstream: Upstream, name: String, site: StreamSite) {
    (self.upstream, self.name, self.site) = (upstream, name, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(subscriber)
  }
}

extension CheckpointPublisher: Sendable where Upstream: Sendable {}

/// A name, and the line that gave it, as `orders (App/Orders.swift:12)`.
final class CheckpointName: Sendable {
  let name: String
  let description: String

  init(_ name: String, _ site: StreamSite) {
    (self.name, description) = (name, "\(name) (\(site))")
  }

  /// The name in a description. Names and files may have parentheses, but only the place has the last slash, and what
  /// is before that, a module, has none.
  static func name(in description: String) -> String {
    let module = description.lastIndex(of: "/").map { description[..<$0] } ?? description[...]
    return module.lastIndex(of: "(").map { String(description[..<$0].dropLast()) } ?? description
  }
}

protocol NamingPublisher {
  var checkpointName: CheckpointName { get }
}

extension CheckpointPublisher: NamingPublisher {
  var checkpointName: CheckpointName { CheckpointName(name, site) }
}
