import OperatorScenarios
import StreamTesting
import TestSupport
import Testing

/// The operators that a model describes, with the modules that they are in.
private let modelled = Family.all.flatMap { family in
  family.scenarios.filter { $0.model != nil }.map { (module: family.module, scenario: $0) }
}

/// What the models say of their operators. As it is said of whole streams, it stands for the two laws of each.
let modelLaws = modelled.flatMap { module, scenario in
  let name = scenario.symbol.prefix { $0 != "(" }
  let names = [String(module.dropFirst("Stream".count)), "Collections"].map { "\($0).\(name)" }.filter(
    publicNames.contains)
  return scenario.laws(in: .anywhere).map { FamilyLaw(family: module, names: Set(names), law: $0, weight: 2) }
}

private let publicNames = (try? PublicNames().names) ?? []

@Suite("The contract of the operators that a model describes")
struct ModelTests {
  static let specimens = modelled.flatMap(\.scenario.specimens)

  @Test("Each keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: ContractSpecimen, rule: ContractRule) {
    expectEqual(rule.violations(by: specimen), [])
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: ContractSpecimen) {
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: ContractSpecimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }
}
