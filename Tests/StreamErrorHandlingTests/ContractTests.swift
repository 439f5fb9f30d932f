import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("The contract of the error-handling operators")
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
    Specimen("retry(_:if:)", onFailure: .recovers) { upstream, token in upstream.retry(1) { _, _ in token.pass(true) }
    },
    Specimen("retry(_:if:)", form: "refused") { upstream, token in upstream.retry { _, _ in token.pass(false) } },
    Specimen("fallback(to:if:)", onFailure: .recovers) { upstream, token in
      upstream.fallback(to: Result<Int, TestError>.Publisher(9)) { _ in token.pass(true) }
    },
    Specimen("mapError(_:)", .stateless) { upstream, token in upstream.mapError { token.pass($0) } },
    Specimen("replaceError(with:)", onFailure: .recovers) { upstream, _ in upstream.replaceError(with: 9) },
    Specimen("assertNoFailure(_:file:line:)", .stateless, onFailure: .traps) { upstream, _ in
      upstream.assertNoFailure()
    },
  ]

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    #expect(faultsUnderKeepingUpstream(of: specimen) == [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    #expect(specimen.heldByWaitingUpstream() == [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    let offered = try PublicOperators(ofFamily: "ErrorHandling")
    #expect(offered.methods == Set(Self.specimens.map(\.method)))
    #expect(offered.types.isSubset(of: Self.specimens.map(\.publisherType)))
  }
}
