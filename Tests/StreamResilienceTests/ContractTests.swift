import StreamCore
import StreamResilience
import StreamTesting
import TestSupport
import Testing

@Suite("The contract of the operators of resilience")
struct ContractTests {
  private static let limit = RateLimit(9, per: .seconds(1))

  static let specimens = [
    Specimen("retry(_:scheduler:random:onRetry:)", onFailure: .recovers) { upstream, token in
      upstream.retry(
        RetryPolicy(maxAttempts: 2, backoff: .none) { _ in token.pass(true) }, scheduler: ImmediateScheduler.shared)
    },
    Specimen("retry(_:scheduler:random:onRetry:)", form: "refused") { upstream, token in
      upstream.retry(RetryPolicy { _ in token.pass(false) }, scheduler: ImmediateScheduler.shared)
    },
    Specimen("restarted(_:scheduler:random:onRestart:)") { upstream, token in
      upstream.restarted(RestartPolicy { _ in token.pass(false) }, scheduler: ImmediateScheduler.shared)
    },
    Specimen("restarted(_:scheduler:random:onRestart:)", form: "after a failure", onFailure: .recovers) {
      upstream, token in
      upstream.restarted(
        RestartPolicy(maxRestarts: 1, backoff: .none) { token.pass($0 != .finished) },
        scheduler: ImmediateScheduler.shared)
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
    Specimen("rateLimited(by:cost:mode:fileID:line:)") { upstream, token in
      upstream.rateLimited(by: RateLimiter(limit, scheduler: ImmediateScheduler.shared)) { _ in token.pass(1) }
    },
    Specimen("rateLimited(_:scheduler:cost:mode:fileID:line:)", form: "without room") { upstream, token in
      upstream.rateLimited(
        limit, scheduler: ImmediateScheduler.shared, cost: { _ in token.pass(1) },
        mode: .shape(bufferSize: 0, whenFull: .suspend))
    },
    Specimen("rateLimited(_:scheduler:cost:mode:fileID:line:)", form: "dropping the oldest", .pacedByDemand) {
      upstream, token in
      upstream.rateLimited(
        limit, scheduler: ImmediateScheduler.shared, cost: { _ in token.pass(1) },
        mode: .shape(bufferSize: 9, whenFull: .dropOldest))
    },
    Specimen("rateLimited(_:scheduler:cost:mode:fileID:line:)", form: "leaving out") { upstream, token in
      upstream.rateLimited(limit, scheduler: TestScheduler(), cost: { _ in token.pass(1) }, mode: .drop)
    },
    Specimen("rateLimited(_:scheduler:cost:mode:fileID:line:)", form: "failing") { upstream, token in
      upstream.rateLimited(limit, scheduler: TestScheduler(), mode: .enforce { token.pass(TestError()) })
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
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    expectEqual(try PublicOperators(ofFamily: "Resilience").gaps(in: Self.specimens), [])
  }
}
