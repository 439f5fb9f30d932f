import OperatorScenarios
import StreamTesting
import Streams
import TestSupport
import Testing

/// The operators that a model describes, with the modules that they are in.
private let modelled = Family.all.flatMap { family in
  family.scenarios.filter { $0.model != nil }.map { (module: family.module, scenario: $0) }
}

/// What the models say of their operators: two laws or more of each.
let modelLaws = modelled.flatMap { module, scenario in
  let name = scenario.symbol.prefix { $0 != "(" }
  let names = [String(module.dropFirst("Stream".count)), "Collections"].map { "\($0).\(name)" }.filter(
    publicNames.contains)
  return scenario.laws(in: .anywhere).map { FamilyLaw(family: module, names: Set(names), law: $0) }
}

private let publicNames = (try? PublicNames().names) ?? []

@Suite("The contract of the operators that a model describes")
struct ModelTests {
  static let specimens = modelled.flatMap(\.scenario.specimens)

  @Test("Those are left out of the lists of specimens that have a model, and no others")
  func namesAgree() throws {
    expect(!Self.specimens.isEmpty)
    expectEqual(try PublicOperators.modelled(), Set(modelled.map(\.scenario.symbol)))
  }

  @Test("An operator that does nothing, or something else, is found by the laws of its model")
  func planted() {
    let model = { (operation: @escaping @Sendable (AnyPublisher<Int, TestError>) -> AnyPublisher<Int, TestError>) in
      OperatorModel(asks: { _ in .oneMoreForEachLeftOut }) { _ in
        var last: Int?
        return { signal, _ in
          guard case .value(let value) = signal else { return [signal] }
          defer { last = value }
          return value == last ? [] : [signal]
        }
      } applying: {
        operation($0[0])
      }
    }
    let faults = [
      model { $0.removeDuplicates().eraseToAnyPublisher() }, model { $0 },
      model { $0.removeAllDuplicates().eraseToAnyPublisher() }, model { $0.dropLast(1).eraseToAnyPublisher() },
    ].map { model in
      var broken = 0
      _ = FailureReporter.failures {
        broken = model.laws(of: "planted", in: .anywhere).count { !verifyLaw($0, seed: 1, cases: 36).isEmpty }
      }
      return broken > 0
    }
    expectEqual(faults, [false, true, true, true])
  }

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
