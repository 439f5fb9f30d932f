/// The scenarios of one module's operators.
public struct Family: Sendable {
  /// The module.
  public let module: String

  /// The runs, in the order of the module's page.
  public let scenarios: [Scenario]

  /// The operators without a run.
  public let unplayed: [Unplayed]

  init(_ module: String, unplayed: [Unplayed] = [], @ScenarioList _ scenarios: () -> [Scenario]) {
    self.module = module
    self.scenarios = scenarios()
    self.unplayed = unplayed
  }
}

/// The parts of families that are written in several files.
enum Scenarios {}

/// Collects scenarios, so that the compiler looks at one at a time.
@resultBuilder
enum ScenarioList {
  static func buildExpression(_ scenario: Scenario) -> Scenario { scenario }

  /// A part of the family that is written elsewhere.
  static func buildExpression(_ part: [Scenario]) -> [Scenario] { part }

  static func buildPartialBlock(first: Scenario) -> [Scenario] { [first] }

  static func buildPartialBlock(first: [Scenario]) -> [Scenario] { first }

  static func buildPartialBlock(accumulated: [Scenario], next: Scenario) -> [Scenario] { accumulated + [next] }

  static func buildPartialBlock(accumulated: [Scenario], next: [Scenario]) -> [Scenario] { accumulated + next }
}
