/// Streams stacked over a common time axis: as text, or as a picture.
///
///     let diagram = MarbleDiagram("merge", [
///       .row(MarbleRow("first", first)), .row(MarbleRow("second", second)),
///       .operation("first.merge(with: second)"),
///       .row(MarbleRow("merged", merged)),
///     ])
///     print(diagram)                       // marbles in text
///     try write(diagram.svg(), to: file)   // a picture for a page of documentation
///
/// Streams flow down: the result of an operation is drawn below it. Signals in the same column happen at the same time.
public struct MarbleDiagram: Hashable, Sendable {
  /// A part of a diagram.
  public enum Part: Hashable, Sendable {
    /// A stream.
    case row(MarbleRow)

    /// The operation applied to the streams above, in code.
    case operation(String)
  }

  /// The name of the diagram.
  public var title: String

  /// The parts, from top to bottom.
  public var parts: [Part]

  /// The time of a text column; `nil` for the greatest common divisor of all times.
  public var tick: VirtualTime.Stride?

  /// Creates a diagram.
  ///
  /// - Parameters:
  ///   - title: The name of the diagram.
  ///   - tick: The time of a text column, positive; `nil` for the greatest common divisor of all times.
  ///   - parts: The parts, from top to bottom.
  public init(_ title: String, tick: VirtualTime.Stride? = nil, _ parts: [Part]) {
    precondition(tick ?? 1 > .nanoseconds(0), "A tick must be longer than nothing.")
    self.title = title
    self.parts = parts
    self.tick = tick
  }

  /// Creates a diagram of streams, without operations.
  ///
  /// - Parameters:
  ///   - title: The name of the diagram.
  ///   - rows: The streams, from top to bottom.
  public init(_ title: String, rows: [MarbleRow]) {
    self.init(title, rows.map(Part.row))
  }

  /// The streams.
  var rows: [MarbleRow] {
    parts.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  /// The texts of all values.
  var valueTexts: [String] {
    rows.flatMap(\.marks).compactMap { if case .value(let text) = $0.kind { text } else { nil } }
  }

  /// The time range of the diagram.
  var timeRange: ClosedRange<VirtualTime> {
    let first = rows.compactMap(\.beginningTime).min() ?? 0
    return first...max(first, rows.compactMap(\.marks.last?.time).max() ?? first)
  }
}

extension MarbleRun {
  /// The run as a diagram: the source, one row per subscription; the operation; the result.
  ///
  ///     print(marbles("-1-2-3-|") { $0.map { $0 * 10 } }.diagram("map { $0 * 10 }"))
  ///
  /// - Parameters:
  ///   - operation: The operation applied to the source, in code.
  ///   - title: The name of the diagram; the operation by default.
  /// - Returns: The diagram.
  public func diagram(_ operation: String, title: String? = nil) -> MarbleDiagram {
    let result = MarbleRow("downstream", output, cancelledAt: cancellation)
    return MarbleDiagram(
      title ?? operation, tick: tick, sourceRows.map(MarbleDiagram.Part.row) + [.operation(operation), .row(result)])
  }
}
