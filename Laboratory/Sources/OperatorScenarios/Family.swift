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

/// Collects scenarios, and lists of them, so that the compiler looks at one at a time.
@resultBuilder
enum ScenarioList {
  static func buildBlock() -> [Scenario] { [] }

  static func buildExpression(_ scenario: Scenario) -> [Scenario] { [scenario] }

  static func buildExpression(_ scenarios: [Scenario]) -> [Scenario] { scenarios }

  static func buildPartialBlock(first: [Scenario]) -> [Scenario] { first }

  static func buildPartialBlock(accumulated: [Scenario], next: [Scenario]) -> [Scenario] { accumulated + next }
}
