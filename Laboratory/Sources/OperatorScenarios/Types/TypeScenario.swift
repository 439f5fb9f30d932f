public import StreamTesting

/// What a type does, as a diagram in its documentation comment shows it: one run in virtual time.
///
///     TypeScenario("Just", shows: ["Just(1)": "--(1|)"]) { on in
///       on.record("Just(1)", Just(1), demand: "--1")
///     }
///
/// `Docs/build-docs.sh` compares the diagrams with these. A type with several diagrams has several scenarios, in the
/// order of the diagrams.
public struct TypeScenario: Sendable {
  private enum Form: Sendable {
    case run(Scenario)
    case text(@Sendable () -> String)
  }

  /// The type, or what else has the diagram, as a path in its module: `Publishers.Sequence`,
  /// `Property.init(initial:then:)`.
  public let symbol: String

  /// What has the same diagram.
  public let covers: [String]

  private let form: Form

  /// Creates a scenario of a run.
  ///
  /// - Parameters:
  ///   - symbol: What has the diagram, as a path in its module.
  ///   - inputs: The timelines that are played, in the order of their rows.
  ///   - shows: What is recorded, by the name of its row.
  ///   - covers: What has the same diagram.
  ///   - startsTasks: Whether the run starts tasks.
  ///   - file: The file of the scenario.
  ///   - line: The line of the scenario.
  ///   - script: Uses the type, and records streams by `Stage.record`.
  public init(
    _ symbol: String, _ inputs: KeyValuePairs<String, Marbles> = [:], shows: KeyValuePairs<String, Marbles>,
    covers: [String] = [], startsTasks: Bool = false, file: String = #filePath, line: Int = #line,
    script: @escaping @Sendable (Stage) -> Void
  ) {
    self.symbol = symbol
    self.covers = covers
    form = .run(
      Scenario(
        symbol, inputs, shows: shows, startsTasks: startsTasks, example: "", prints: "", file: file, line: line,
        script: script))
  }

  /// Creates a scenario of text that the library writes.
  ///
  /// - Parameters:
  ///   - symbol: What has the diagram, as a path in its module.
  ///   - text: Returns the text.
  public init(_ symbol: String, text: @escaping @Sendable () -> String) {
    self.symbol = symbol
    covers = []
    form = .text(text)
  }

  /// What the table expects, by the names of the rows; `nil` for a text.
  public var outputs: [(name: String, marbles: Marbles)]? {
    if case .run(let scenario) = form { scenario.outputs } else { nil }
  }

  /// Runs the scenario.
  ///
  /// - Returns: What the run has shown; `nil` for a text.
  public func run() async -> Outcome? {
    guard case .run(let scenario) = form else { return nil }
    return await scenario.run().showing("").withSharedDemand
  }

  /// The lines of the diagram.
  ///
  /// - Returns: The lines, without an indentation.
  public func lines() async -> [String] {
    if case .text(let text) = form {
      return text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return await run()?.text ?? []
  }
}

/// What has a diagram in its documentation comment that no run in virtual time can draw.
public struct UnplayedType: Sendable {
  /// The type, or what else has the diagram, as a path in its module.
  public let symbol: String

  /// Why there is no run: a clause that follows "because".
  public let reason: String

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - symbol: What has the diagram, as a path in its module.
  ///   - reason: Why there is no run: a clause that follows "because".
  public init(_ symbol: String, because reason: String) {
    self.symbol = symbol
    self.reason = reason
  }
}

extension Outcome {
  /// The outcome with one row for the demand, where all streams have the same.
  fileprivate var withSharedDemand: Outcome {
    guard demands.count == outputs.count, let first = demands.first,
      demands.allSatisfy({ $0.marks == first.marks })
    else { return self }
    var row = first
    row.label = "demand"
    return Outcome(
      inputs: inputs, outputs: outputs, demands: [row], operation: operation, parameters: parameters,
      unknownTimelines: unknownTimelines, complaints: complaints)
  }
}
