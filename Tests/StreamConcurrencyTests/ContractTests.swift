import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("The contract of the operators with asynchronous closures")
struct ContractTests {
  // With a bound of eight, none that a subject sends in the checks is dropped.
  static let specimens = [
    ContractSpecimen("asyncMap(maxConcurrent:priority:_:)", form: "one at a time", .pacedByDemand) { upstream, token in
      upstream.asyncMap { token.pass($0) }
    },
    ContractSpecimen("asyncMap(maxConcurrent:priority:_:)", form: "eight at a time") { upstream, token in
      upstream.asyncMap(maxConcurrent: 8) { value in
        await Task.yield()
        return token.pass(value)
      }
    },
    ContractSpecimen("asyncMap(maxConcurrent:inOrderBy:priority:_:)", form: "one key for all") { upstream, token in
      upstream.asyncMap(maxConcurrent: 8, inOrderBy: { token.pass($0 - $0) }) { token.pass($0) }
    },
    ContractSpecimen("asyncMap(maxConcurrent:inOrderBy:priority:_:)", form: "three keys") { upstream, token in
      upstream.asyncMap(maxConcurrent: 8, inOrderBy: { token.pass($0 % 3) }) { value in
        await Task.yield()
        return token.pass(value)
      }
    },
    ContractSpecimen("asyncMapUnordered(maxConcurrent:priority:_:)", .pacedByDemand) { upstream, token in
      upstream.asyncMapUnordered(maxConcurrent: 4) { token.pass($0) }
    },
    ContractSpecimen("asyncMapLatest(priority:_:)", .pacedByDemand) { upstream, token in
      upstream.asyncMapLatest { token.pass($0) }
    },
    ContractSpecimen("asyncCompactMap(maxConcurrent:priority:_:)") { upstream, token in
      upstream.asyncCompactMap(maxConcurrent: 8) { token.pass($0.isMultiple(of: 3) ? nil : $0) }
    },
    ContractSpecimen("asyncCompactMapUnordered(maxConcurrent:priority:_:)", .pacedByDemand) { upstream, token in
      upstream.asyncCompactMapUnordered(maxConcurrent: 2) { token.pass($0.isMultiple(of: 3) ? nil : $0) }
    },
    ContractSpecimen("asyncFilter(maxConcurrent:priority:_:)") { upstream, token in
      upstream.asyncFilter(maxConcurrent: 8) { token.pass(!$0.isMultiple(of: 3)) }
    },
    ContractSpecimen("asyncFilterUnordered(maxConcurrent:priority:_:)", .pacedByDemand) { upstream, token in
      upstream.asyncFilterUnordered(maxConcurrent: 2) { token.pass(!$0.isMultiple(of: 3)) }
    },
    ContractSpecimen("asyncFlatMap(maxConcurrent:priority:_:)", .pacedByDemand) { upstream, token in
      upstream.asyncFlatMap(maxConcurrent: 8) { Result<Int, TestError>.success(token.pass($0)).publisher }
    },
    ContractSpecimen("asyncConcatMap(maxConcurrent:priority:_:fileID:line:)", .pacedByDemand) { upstream, token in
      upstream.asyncConcatMap(maxConcurrent: 8) { Result<Int, TestError>.success(token.pass($0)).publisher }
    },
  ]

  // In turns: other tests keep the threads of Swift's tasks busy, and each check would wait for some times the longest
  // pause. AsyncMapStressTests and the scenarios of asynchronous closures have the threads.
  @Test("Every operator with an asynchronous closure keeps the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: ContractSpecimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen, time: .tasks) { Issue.record("\(violation)") }
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: ContractSpecimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator is in the list")
  func listIsComplete() throws {
    expectEqual(try PublicOperators(ofFamily: "Concurrency/Mapping").gaps(in: Self.specimens), [])
  }
}
