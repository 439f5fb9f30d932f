import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("The contract: handling errors")
struct ContractTests {
  static let specimens = [
    Specimen("catch(_:)", onFailure: .recovers) { upstream, token in upstream.catch { _ in Just(token.pass(9)) } },
    Specimen("tryCatch(_:)", onFailure: .recovers) { upstream, token in
      upstream.tryCatch { error in
        if error == TestError("poison") { throw error }
        return Just(token.pass(9))
      }
    },
    Specimen("retry(_:)", onFailure: .recovers) { upstream, _ in upstream.retry(1) },
    Specimen("mapError(_:)", .stateless) { upstream, token in upstream.mapError { token.pass($0) } },
    Specimen("replaceError(with:)", onFailure: .recovers) { upstream, _ in upstream.replaceError(with: 9) },
    Specimen("assertNoFailure(_:file:line:)", .stateless, onFailure: .traps) { upstream, _ in
      upstream.assertNoFailure()
    },
  ]

  @Test("Every operator keeps every rule", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Releases closures and downstream though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    #expect(faultsUnderKeepingUpstream(of: specimen) == [])
  }

  @Test("Releases closures at a cancel though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    #expect(specimen.heldByWaitingUpstream() == [])
  }

  @Test("No operator is left out")
  func listIsComplete() throws {
    let offered = try PublicOperators(ofFamily: "ErrorHandling")
    #expect(offered.methods == Set(Self.specimens.map(\.method)))
    #expect(offered.types.isSubset(of: Self.specimens.map(\.publisherType)))
  }
}
