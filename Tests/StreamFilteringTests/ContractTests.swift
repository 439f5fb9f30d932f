import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("The contract: filtering")
struct ContractTests {
  static let specimens = [
    Specimen("filter(_:)", .stateless) { upstream, token in
      upstream.filter { token.pass($0.isMultiple(of: 2)) }
    },
    Specimen("tryFilter(_:)") { upstream, token in
      upstream.tryFilter { value in
        try Specimen.check(value)
        return token.pass(value.isMultiple(of: 2))
      }
    },
    Specimen("dropFirst(_:)") { upstream, _ in upstream.dropFirst() },
  ]

  @Test("Every operator keeps every rule", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("No operator is left out")
  func listIsComplete() throws {
    let offered = try PublicOperators(ofFamily: "Filtering")
    #expect(offered.methods == Set(Self.specimens.map(\.method)))
    #expect(offered.types == Set(Self.specimens.map(\.publisherType)))
  }
}
