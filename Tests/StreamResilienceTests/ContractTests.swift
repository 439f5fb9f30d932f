import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@Suite("The contract of the operators of resilience")
struct ContractTests {
  static let specimens = [
    Specimen("retry(_:scheduler:random:onRetry:)", onFailure: .recovers) { upstream, token in
      upstream.retry(
        RetryPolicy(maxAttempts: 2, backoff: .none) { _ in token.pass(true) }, scheduler: ImmediateScheduler.shared)
    },
    Specimen("retry(_:scheduler:random:onRetry:)", form: "refused") { upstream, token in
      upstream.retry(RetryPolicy { _ in token.pass(false) }, scheduler: ImmediateScheduler.shared)
    },
    Specimen("circuitBreaker(_:counts:)") { upstream, token in
      upstream.circuitBreaker(CircuitBreaker(.init(), scheduler: ImmediateScheduler.shared)) { _ in token.pass(true) }
    },
    Specimen("bulkhead(_:)") { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.bulkhead(Bulkhead(maxConcurrent: 9))
    },
    Specimen("timeout(first:each:total:scheduler:error:)") { upstream, token in
      upstream.timeout(first: 1, each: 1, total: 1, scheduler: TestScheduler()) { _ in token.pass(TestError()) }
    },
    Specimen("timeout(after:error:)") { upstream, token in
      upstream.timeout(after: { _ in token.pass(Empty<Int, Never>()) }) { token.pass(TestError()) }
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
    let offered = try PublicOperators(ofFamily: "Resilience")
    #expect(offered.methods == Set(Self.specimens.map(\.method)))
    #expect(offered.types.isSubset(of: Self.specimens.map(\.publisherType)))
  }
}
