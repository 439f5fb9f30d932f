public import StreamCore
public import StreamTesting

/// What an operator does, shown by one run in virtual time and by one program.
///
///     Scenario(
///       "filter(_:)", ["upstream": "--1--2--3--4--|"], gives: "-----2-----4--|",
///       example: """
///         let cancellable = (1...4).publisher
///           .filter { $0.isMultiple(of: 2) }
///           .sink { print($0) }
///         """, prints: "2\n4"
///     ) { on in on.upstream.filter { $0.isMultiple(of: 2) } }
///
/// The pictures of the site, the text diagrams of the documentation comments, the examples and the laboratory are made
/// from these.
public struct Scenario: Sendable {
  /// The operator, as the documentation titles it: `filter(_:)`.
  public let symbol: String

  /// Text in the operator's declaration, if several have the same title.
  public let matching: String

  /// Further operators, whose pages show the same run: other arities.
  public let covers: [String]

  /// The timelines that the operator is given, in the order of their rows.
  public let inputs: [(name: String, marbles: Marbles)]

  /// What downstream must receive, by the name of its row.
  public let outputs: [(name: String, marbles: Marbles)]

  /// A short program, and what it prints.
  public let example: String

  /// What the program prints.
  public let prints: String

  /// When to use the operator. Only the most used operators have it; their comments show it, with the program and the
  /// pitfall.
  public let use: String

  /// What goes wrong most often with the operator; empty if nothing does.
  public let pitfall: String

  /// The tick at which the run stops at the latest.
  public let limit: Int

  /// Whether the operator starts tasks.
  public let startsTasks: Bool

  /// Why none of its closures can be chosen: a clause that follows "because". Empty if one can, or if it has none.
  public let fixed: String

  /// Where people find the operator; `nil` if that is written by hand.
  public let listing: Listing?

  /// What the operator makes of whole streams, from which its checks are derived; `nil` if these are written by hand.
  public let model: OperatorModel?

  /// Where the scenario is written.
  public let place: (file: String, line: Int)

  let script: @Sendable (Stage) -> Void

  /// Creates a scenario with one stream downstream.
  ///
  /// - Parameters:
  ///   - symbol: The operator, as the documentation titles it.
  ///   - inputs: The timelines that the operator is given.
  ///   - gives: What downstream receives.
  ///   - demand: What downstream requests: a digit is a number of elements, at its tick. Unlimited, if it is `nil`.
  ///   - matching: Text in the operator's declaration, if several have the same title.
  ///   - covers: Further operators that show the same run.
  ///   - limit: The tick at which the run stops at the latest.
  ///   - startsTasks: Whether the operator starts tasks.
  ///   - fixed: Why none of its closures can be chosen: a clause that follows "because".
  ///   - example: A short program.
  ///   - prints: What the program prints.
  ///   - use: When to use the operator.
  ///   - pitfall: What goes wrong most often with the operator.
  ///   - listing: Where people find the operator.
  ///   - model: What the operator makes of whole streams.
  ///   - file: The file of the scenario.
  ///   - line: The line of the scenario.
  ///   - run: Applies the operator to the streams of the stage.
  public init<P: Publisher & SendableMetatype>(
    _ symbol: String, _ inputs: KeyValuePairs<String, Marbles>, gives: Marbles, demand: Marbles? = nil,
    matching: String = "", covers: [String] = [], limit: Int = 40, startsTasks: Bool = false, fixed: String = "",
    example: String, prints: String, use: String = "", pitfall: String = "",
    listed listing: Listing? = nil, model: OperatorModel? = nil, file: String = #filePath, line: Int = #line,
    run: @escaping @Sendable (Stage) -> P
  ) {
    self.init(
      symbol, inputs, shows: ["downstream": gives], matching: matching, covers: covers, limit: limit,
      startsTasks: startsTasks, fixed: fixed, example: example, prints: prints, use: use, pitfall: pitfall,
      listed: listing, model: model, file: file, line: line
    ) { stage in stage.record("downstream", run(stage), demand: stage.timelines["demand"] ?? demand) }
  }

  /// Creates a scenario with several streams downstream.
  ///
  /// - Parameters:
  ///   - symbol: The operator, as the documentation titles it.
  ///   - inputs: The timelines that the operator is given.
  ///   - shows: What is recorded, by the name of its row.
  ///   - matching: Text in the operator's declaration, if several have the same title.
  ///   - covers: Further operators that show the same run.
  ///   - limit: The tick at which the run stops at the latest.
  ///   - startsTasks: Whether the operator starts tasks.
  ///   - fixed: Why none of its closures can be chosen: a clause that follows "because".
  ///   - example: A short program.
  ///   - prints: What the program prints.
  ///   - use: When to use the operator.
  ///   - pitfall: What goes wrong most often with the operator.
  ///   - listing: Where people find the operator.
  ///   - model: What the operator makes of whole streams.
  ///   - file: The file of the scenario.
  ///   - line: The line of the scenario.
  ///   - script: Applies the operator, and records streams by `Stage.record`.
  public init(
    _ symbol: String, _ inputs: KeyValuePairs<String, Marbles>, shows: KeyValuePairs<String, Marbles>,
    matching: String = "", covers: [String] = [], limit: Int = 40, startsTasks: Bool = false, fixed: String = "",
    example: String, prints: String, use: String = "", pitfall: String = "",
    listed listing: Listing? = nil, model: OperatorModel? = nil, file: String = #filePath, line: Int = #line,
    script: @escaping @Sendable (Stage) -> Void
  ) {
    self.symbol = symbol
    self.matching = matching
    self.covers = covers
    self.inputs = inputs.map { ($0.key, $0.value) }
    outputs = shows.map { ($0.key, $0.value) }
    self.limit = limit
    self.startsTasks = startsTasks
    self.fixed = fixed
    self.example = example
    self.prints = prints
    self.use = use
    self.pitfall = pitfall
    self.listing = listing
    self.model = model
    place = (file, line)
    self.script = script
  }
}

/// An operator whose run has no form in virtual time: it is shown by a program alone.
public struct Unplayed: Sendable {
  /// The operator, as the documentation titles it.
  public let symbol: String

  /// Text in the operator's declaration, if several have the same title.
  public let matching: String

  /// Further operators, whose pages show the same program.
  public let covers: [String]

  /// Why there is no run: a clause that follows "because".
  public let reason: String

  /// A short program.
  public let example: String

  /// What the program prints.
  public let prints: String

  /// When to use the operator. Only the most used operators have it; their comments show it, with the program and the
  /// pitfall.
  public let use: String

  /// What goes wrong most often with the operator; empty if nothing does.
  public let pitfall: String

  /// Where people find the operator; `nil` if that is written by hand.
  public let listing: Listing?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - symbol: The operator, as the documentation titles it.
  ///   - reason: Why there is no run: a clause that follows "because".
  ///   - matching: Text in the operator's declaration, if several have the same title.
  ///   - covers: Further operators that show the same program.
  ///   - example: A short program.
  ///   - prints: What the program prints.
  ///   - use: When to use the operator.
  ///   - pitfall: What goes wrong most often with the operator.
  ///   - listing: Where people find the operator.
  public init(
    _ symbol: String, because reason: String, matching: String = "", covers: [String] = [], example: String,
    prints: String, use: String = "", pitfall: String = "", listed listing: Listing? = nil
  ) {
    self.symbol = symbol
    self.reason = reason
    self.matching = matching
    self.covers = covers
    self.example = example
    self.prints = prints
    self.use = use
    self.pitfall = pitfall
    self.listing = listing
  }
}
