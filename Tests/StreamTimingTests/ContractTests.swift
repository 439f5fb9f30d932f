import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("The contract: timing")
struct ContractTests {
  static let specimens = [
    Specimen("receive(on:options:)") { upstream, _ in upstream.receive(on: ImmediateScheduler.shared) },
    Specimen("subscribe(on:options:)") { upstream, _ in upstream.subscribe(on: ImmediateScheduler.shared) },
  ]

  @Test("Every operator keeps every rule", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("No operator is left out")
  func listIsComplete() throws {
    let offered = try PublicOperators(ofFamily: "Timing")
    #expect(offered.methods == Set(Self.specimens.map(\.method)))
    #expect(offered.types.isSubset(of: Self.specimens.map(\.publisherType)))
  }
}
