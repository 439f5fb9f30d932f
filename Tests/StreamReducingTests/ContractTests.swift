import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("The contract of the reducing operators")
struct ContractTests {
  static let specimens = [
    Specimen("reduce(_:_:)") { upstream, token in upstream.reduce(0) { token.pass($0 + $1) } },
    Specimen("reduce(into:_:)") { upstream, token in upstream.reduce(into: 0) { $0 = token.pass($0 + $1) } },
    Specimen("tryReduce(into:_:)") { upstream, token in
      upstream.tryReduce(into: 0) { sum, value in
        try Specimen.check(value)
        sum = token.pass(sum + value)
      }
    },
    Specimen("collect(into:)") { upstream, _ in upstream.collect(into: ContiguousArray<Int>.self) },
    // Of one key, since the order of several is not the same in each run.
    Specimen("collect(into:)", form: "a set") { upstream, _ in
      Publishers.Map(upstream: upstream) { _ in 0 }.collect(into: Swift.Set<Int>.self)
    },
    Specimen("collect(into:uniquingKeysWith:)") { upstream, token in
      Publishers.Map(upstream: upstream) { (0, $0) }.collect(into: [Int: Int].self) { token.pass($0 + $1) }
    },
    Specimen("grouped(by:)") { upstream, token in upstream.grouped { token.pass($0 * 0) } },
    Specimen("reduce(_:_:)", form: "to another kind") { upstream, token in
      upstream.reduce("") { token.pass($0 + "\($1)") }
    },
    Specimen("tryReduce(_:_:)") { upstream, token in
      upstream.tryReduce(0) { sum, value in
        try Specimen.check(value)
        return token.pass(sum + value)
      }
    },
    Specimen("tryReduce(_:_:)", form: "to another kind") { upstream, token in
      upstream.tryReduce("") { text, value in
        try Specimen.check(value)
        return token.pass(text + "\(value)")
      }
    },
    Specimen("collect()") { upstream, _ in upstream.collect() },
    Specimen("collect(_:)") { upstream, _ in upstream.collect(3) },
    Specimen("count()") { upstream, _ in upstream.count() },
    Specimen("max()") { upstream, _ in upstream.max() },
    Specimen("min()") { upstream, _ in upstream.min() },
    Specimen("max(by:)") { upstream, token in upstream.max { token.pass($0 < $1) } },
    Specimen("min(by:)") { upstream, token in upstream.min { token.pass($0 < $1) } },
    Specimen("tryMax(by:)") { upstream, token in
      upstream.tryMax { first, second in
        try Specimen.check(second)
        return token.pass(first < second)
      }
    },
    Specimen("tryMin(by:)") { upstream, token in
      upstream.tryMin { first, second in
        try Specimen.check(first)
        return token.pass(first < second)
      }
    },
    Specimen("sum()") { upstream, token in Publishers.Map(upstream: upstream) { token.pass($0) }.sum() },
    Specimen("average()") { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass(Double($0)) }.average()
    },
    Specimen("statistics()") { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass(Double($0)) }.statistics()
    },
    Specimen("contains(_:)") { upstream, _ in upstream.contains(110) },
    Specimen("contains(where:)") { upstream, token in upstream.contains { token.pass($0 == 110) } },
    Specimen("tryContains(where:)") { upstream, token in
      upstream.tryContains { value in
        try Specimen.check(value)
        return token.pass(value == 110)
      }
    },
    Specimen("allSatisfy(_:)") { upstream, token in upstream.allSatisfy { token.pass($0 < 110) } },
    Specimen("tryAllSatisfy(_:)") { upstream, token in
      upstream.tryAllSatisfy { value in
        try Specimen.check(value)
        return token.pass(value < 110)
      }
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
    expectEqual(try PublicOperators(ofFamily: "Reducing").gaps(in: Self.specimens), [])
  }
}
