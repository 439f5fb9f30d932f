/// The diagrams of the types of one module: what is no operator.
public struct TypeTable: Sendable {
  /// The module.
  public let module: String

  /// What is run.
  public let scenarios: [TypeScenario]

  /// What has a diagram that is not run.
  public let unplayed: [UnplayedType]

  init(_ module: String, unplayed: [UnplayedType] = [], _ scenarios: [TypeScenario] = []) {
    self.module = module
    self.scenarios = scenarios
    self.unplayed = unplayed
  }

  /// The tables, of all modules whose types have diagrams.
  public static let all: [TypeTable] = [
    core, creating, concurrency, subjects, subscribing, schedulers, observableProperties, testing,
  ]
}
