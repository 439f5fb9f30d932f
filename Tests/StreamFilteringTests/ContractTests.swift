import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("The contract of the filtering operators")
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
    Specimen("removeDuplicates()") { upstream, _ in upstream.removeDuplicates() },
    Specimen("removeDuplicates(by:)") { upstream, token in upstream.removeDuplicates { token.pass($0 == $1) } },
    Specimen("tryRemoveDuplicates(by:)") { upstream, token in
      upstream.tryRemoveDuplicates { previous, next in
        try Specimen.check(next)
        return token.pass(previous == next)
      }
    },
    Specimen("first()") { upstream, _ in upstream.first() },
    Specimen("first(where:)") { upstream, token in upstream.first { token.pass($0 > 102) } },
    Specimen("tryFirst(where:)") { upstream, token in
      upstream.tryFirst { value in
        try Specimen.check(value)
        return token.pass(value > 102)
      }
    },
    Specimen("last()") { upstream, _ in upstream.last() },
    Specimen("last(where:)") { upstream, token in upstream.last { token.pass($0 < 104) } },
    Specimen("tryLast(where:)") { upstream, token in
      upstream.tryLast { value in
        try Specimen.check(value)
        return token.pass(value < 104)
      }
    },
    Specimen("dropFirst(_:)") { upstream, _ in upstream.dropFirst() },
    Specimen("drop(while:)") { upstream, token in upstream.drop { token.pass($0 < 103) } },
    Specimen("tryDrop(while:)") { upstream, token in
      upstream.tryDrop { value in
        try Specimen.check(value)
        return token.pass(value < 103)
      }
    },
    Specimen("drop(untilOutputFrom:)", form: "at once") { upstream, _ in
      upstream.drop(untilOutputFrom: Result<Int, TestError>.Publisher(1))
    },
    Specimen("drop(untilOutputFrom:)", form: "never") { upstream, _ in
      upstream.drop(untilOutputFrom: Empty<Int, TestError>(completeImmediately: false))
    },
    Specimen("prefix(_:)") { upstream, _ in upstream.prefix(3) },
    Specimen("prefix(_:)", form: "of nothing") { upstream, _ in upstream.prefix(0) },
    Specimen("removeDuplicates(on:)") { upstream, token in upstream.removeDuplicates(on: { token.pass($0 / 2) }) },
    Specimen("removeAllDuplicates(on:remembering:)") { upstream, token in
      upstream.removeAllDuplicates(on: { token.pass($0 % 10) })
    },
    Specimen("removeAllDuplicates(on:remembering:)", form: "of a limited number") { upstream, token in
      upstream.removeAllDuplicates(on: { token.pass($0 % 3) }, remembering: 2)
    },
    Specimen("removeAllDuplicates()") { upstream, _ in upstream.removeAllDuplicates() },
    Specimen("filterMany(_:)", .stateless) { upstream, token in
      Publishers.Map(upstream: upstream) { ["\($0)", "1"] }.filterMany { token.pass($0 != "1") }
    },
    Specimen("prefix(while:behavior:)") { upstream, token in
      upstream.prefix(while: { token.pass($0 < 104) }, behavior: .inclusive)
    },
    Specimen("prefix(while:behavior:)", form: "without the last") { upstream, token in
      upstream.prefix(while: { token.pass($0 < 104) }, behavior: .exclusive)
    },
    Specimen("prefix(while:)") { upstream, token in upstream.prefix { token.pass($0 < 104) } },
    Specimen("tryPrefix(while:)") { upstream, token in
      upstream.tryPrefix { value in
        try Specimen.check(value)
        return token.pass(value < 104)
      }
    },
    Specimen("prefix(untilOutputFrom:)", form: "at once") { upstream, _ in upstream.prefix(untilOutputFrom: Just(1)) },
    Specimen("prefix(untilOutputFrom:)", form: "never") { upstream, _ in
      upstream.prefix(untilOutputFrom: Empty<Int, TestError>(completeImmediately: false))
    },
    Specimen("prefix(during:)") { upstream, _ in upstream.prefix(during: Lifetimes.endless.lifetime) },
    Specimen("prefix(untilReplacement:fileID:line:)", form: "never") { upstream, _ in
      upstream.prefix(untilReplacement: Empty<Int, TestError>())
    },
    Specimen("prefix(untilReplacement:fileID:line:)", form: "as the replacement") { upstream, _ in
      Empty<Int, TestError>(completeImmediately: false).prefix(untilReplacement: upstream)
    },
    Specimen("suffix(_:)") { upstream, _ in upstream.suffix(3) },
    Specimen("dropLast(_:)") { upstream, _ in upstream.dropLast(2) },
    Specimen("single()") { upstream, _ in upstream.single() },
    Specimen("single(where:)") { upstream, token in upstream.single { token.pass($0 == 102) } },
    Specimen("ifEmpty(switchTo:)") { upstream, _ in upstream.ifEmpty(switchTo: Result<Int, TestError>.Publisher(9)) },
    Specimen("ifEmpty(switchTo:)", form: "as the other") { upstream, _ in
      Empty<Int, TestError>().ifEmpty(switchTo: upstream)
    },
    Specimen("output(at:)") { upstream, _ in upstream.output(at: 2) },
    Specimen("output(in:)") { upstream, _ in upstream.output(in: 1...3) },
    Specimen("ignoreOutput()", .stateless) { upstream, _ in upstream.ignoreOutput() },
    Specimen("replaceEmpty(with:)") { upstream, _ in upstream.replaceEmpty(with: 9) },
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
    expectEqual(try PublicOperators(ofFamily: "Filtering").gaps(in: Self.specimens), [])
  }
}

/// A lifetime that lasts as long as the process.
private enum Lifetimes {
  static let endless = Lifetime.make()
}
