public import StreamTesting

/// What a run has shown.
public struct Outcome: Sendable {
  /// The streams that the operator was given.
  public let inputs: [MarbleRow]

  /// What came of them.
  public let outputs: [MarbleRow]

  /// What downstream requested, if it is not everything.
  public let demands: [MarbleRow]

  /// The operation, in one line.
  public private(set) var operation: String

  /// The numbers that a reader may change.
  public let parameters: [Stage.Parameter]

  /// The names of timelines that the script asks for, and the scenario lacks.
  public let unknownTimelines: [String]

  /// What is wrong with the timelines: letters that stand for nothing.
  public let complaints: [String]

  /// The same run with another text for its operation.
  ///
  /// - Parameter operation: The text.
  /// - Returns: The outcome.
  public func showing(_ operation: String) -> Outcome {
    var outcome = self
    outcome.operation = operation
    return outcome
  }

  /// The picture.
  public var diagram: MarbleDiagram {
    let operation: [MarbleDiagram.Part] = operation.isEmpty ? [] : [.operation(operation)]
    let rows = (demands + outputs).map(MarbleDiagram.Part.row)
    return MarbleDiagram(self.operation, tick: 1, inputs.map(MarbleDiagram.Part.row) + operation + rows)
  }

  /// The marbles of each output: a value that is no single letter or digit is `A`, `B`, … in the order of the rows.
  public var marbles: [(name: String, marbles: String)] {
    // The text diagram names the values, in the order of its rows.
    diagram.text().split(separator: "\n").compactMap { line in
      guard let row = outputs.first(where: { line.hasPrefix("\($0.label) ") }) else { return nil }
      return (row.label, line.dropFirst(row.label.count).filter { $0 != " " })
    }
  }

  /// The diagram of a documentation comment.
  public var text: [String] {
    var lines = diagram.text().split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let width = max(12, (inputs + demands + outputs).map(\.label.count).max() ?? 0)
    // The text diagram has a line of times, which has a label, too.
    let narrow = max("time (s)".count, (inputs + demands + outputs).map(\.label.count).max() ?? 0)
    var legend: [String] = []
    lines = lines.compactMap { line in
      if line.hasPrefix(String(repeating: " ", count: narrow) + "  [ ") { return operation }
      if let match = line.prefixMatch(of: #/[^ ] = /#), !match.isEmpty {
        legend.append(line)
        return nil
      }
      let label = line.prefix(narrow)
      return String(label).padding(to: width) + line.dropFirst(narrow)
    }
    guard !legend.isEmpty else { return lines }
    var line = ""
    for entry in legend {
      if line.isEmpty {
        line = entry
      } else if line.count + entry.count < 90 {
        line += ", \(entry)"
      } else {
        lines.append(line + ",")
        line = entry
      }
    }
    return lines + [line]
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
