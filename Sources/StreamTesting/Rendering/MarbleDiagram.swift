/// Streams, one below the other over one axis of time: as text, or as a picture.
///
///     let diagram = MarbleDiagram("merge", [
///       .row(MarbleRow("first", first)), .row(MarbleRow("second", second)),
///       .operation("first.merge(with: second)"),
///       .row(MarbleRow("merged", merged)),
///     ])
///     print(diagram)                       // marbles in text
///     try write(diagram.svg(), to: file)   // a picture for a page of documentation
///
/// Streams flow down: what comes out of an operation stands below it. Signals that stand one below the other happen at the
/// same time.
public struct MarbleDiagram: Hashable, Sendable {
  /// A part of a diagram.
  public enum Part: Hashable, Sendable {
    /// A stream.
    case row(MarbleRow)

    /// What is done to the streams above, in code.
    case operation(String)
  }

  /// The name of the diagram.
  public var title: String

  /// The parts, from above.
  public var parts: [Part]

  /// How long a column of the diagram in text is; `nil` for the longest time of which all times are multiples.
  public var tick: VirtualTime.Stride?

  /// Makes a diagram.
  ///
  /// - Parameters:
  ///   - title: The name of the diagram.
  ///   - tick: How long a column of the diagram in text is, more than nothing; `nil` for the longest time of which all
  ///     times are multiples.
  ///   - parts: The parts, from above.
  public init(_ title: String, tick: VirtualTime.Stride? = nil, _ parts: [Part]) {
    precondition(tick ?? 1 > .nanoseconds(0), "A tick must be longer than nothing.")
    self.title = title
    self.parts = parts
    self.tick = tick
  }

  /// Makes a diagram of streams, with nothing between them.
  ///
  /// - Parameters:
  ///   - title: The name of the diagram.
  ///   - rows: The streams, from above.
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

  /// When the diagram begins and ends.
  var timeRange: ClosedRange<VirtualTime> {
    let first = rows.compactMap(\.beginningTime).min() ?? 0
    return first...max(first, rows.compactMap(\.marks.last?.time).max() ?? first)
  }
}

extension MarbleRun {
  /// The run as a diagram: what the source has sent, a row for each subscription; the operation; what came out.
  ///
  ///     print(marbles("-1-2-3-|") { $0.map { $0 * 10 } }.diagram("map { $0 * 10 }"))
  ///
  /// - Parameters:
  ///   - operation: What was done to the source, in code.
  ///   - title: The name of the diagram; the operation, if there is none.
  /// - Returns: The diagram.
  public func diagram(_ operation: String, title: String? = nil) -> MarbleDiagram {
    let result = MarbleRow("downstream", output, cancelledAt: cancellation)
    return MarbleDiagram(
      title ?? operation, tick: tick, sourceRows.map(MarbleDiagram.Part.row) + [.operation(operation), .row(result)])
  }
}
