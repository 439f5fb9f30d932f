import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("The contract of the combining operators")
struct ContractTests {
  private static let none = Empty<Int, TestError>()
  private static let one = Result<Int, TestError>.Publisher(1)
  private static let some = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<40)

  private static let endless = Empty<Int, TestError>(completeImmediately: false)

  /// As many as the longest of the probes asks for.
  private static let many = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<10_000)

  static let specimens: [Specimen] =
    merging + joining + zippingMany + combiningMany + dropping + sampling + racing + following

  private static let merging = [
    Specimen("merge(with:)") { upstream, _ in upstream.merge(with: none) },
    Specimen("merge(with:_:)") { upstream, _ in none.merge(with: upstream, none) },
    Specimen("merge(with:_:_:)") { upstream, _ in upstream.merge(with: none, none, none) },
    Specimen("merge(with:_:_:_:)") { upstream, _ in upstream.merge(with: none, none, none, none) },
    Specimen("merge(with:_:_:_:_:)") { upstream, _ in none.merge(with: none, none, none, none, upstream) },
    Specimen("merge(with:_:_:_:_:_:)") { upstream, _ in upstream.merge(with: none, none, none, none, none, none) },
    Specimen("merge(with:_:_:_:_:_:_:)") { upstream, _ in
      upstream.merge(with: none, none, none, none, none, none, none)
    },
    Specimen("merge(with:)", form: "of any number") { upstream, _ in
      Publishers.MergeMany(none.eraseToAnyPublisher()).merge(with: upstream)
    },
    Specimen("merge()") { upstream, token in
      [none.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].merge()
    },
    Specimen("merge(with:)", form: "of existentials") { upstream, token in
      none.merge(with: Empty(), upstream.passing(token), none)
    },
    Specimen("merge(with:)", form: "of a merge") { upstream, _ in none.merge(with: upstream).merge(with: none) },
    Specimen("mergeDelayingFailures(with:)") { upstream, token in
      none.mergeDelayingFailures(with: upstream.passing(token))
    },
    Specimen("mergeDelayingFailures()") { upstream, token in
      [none.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].mergeDelayingFailures()
    },
  ]

  private static let joining = [
    Specimen("zip(_:)") { upstream, _ in upstream.zip(many) },
    Specimen("zip(_:_:)", form: "to triples") { upstream, _ in some.zip(upstream, some) },
    Specimen("zip(_:_:_:)", form: "to quadruples") { upstream, _ in some.zip(some, some, upstream) },
    Specimen("zip(_:_:)", form: "transformed") { upstream, token in upstream.zip(some) { a, _ in token.pass(a) } },
    Specimen("zip(_:_:_:)", form: "transformed") { upstream, token in
      upstream.zip(some, some) { a, _, _ in token.pass(a) }
    },
    Specimen("zip(_:_:_:_:)", form: "transformed") { upstream, token in
      upstream.zip(some, some, some) { a, _, _, _ in token.pass(a) }
    },
    Specimen("flatMapBatches(of:)") { upstream, token in [upstream.passing(token)].flatMapBatches(of: 2) },
    Specimen("zipMany(emptySentinel:)") { upstream, token in
      [many.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].zipMany()
    },
    Specimen("combineLatest(emptySentinel:)") { upstream, token in
      [one.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].combineLatest()
    },
    Specimen("combineLatestDelayingFailures(_:)") { upstream, token in
      one.combineLatestDelayingFailures(upstream.passing(token))
    },
    Specimen("combineLatestDelayingFailures(_:)", form: "as the first", .pacedByDemand) { upstream, token in
      upstream.passing(token).combineLatestDelayingFailures(one)
    },
    Specimen("zip(_:bufferSize:whenFull:fileID:line:)", .pacedByDemand) { upstream, token in
      upstream.passing(token).zip(many, bufferSize: 2, whenFull: .suspend)
    },
    Specimen("zip(_:bufferSize:whenFull:fileID:line:)", form: "as the second", .pacedByDemand) { upstream, token in
      many.zip(upstream.passing(token), bufferSize: 2, whenFull: .suspend)
    },
    Specimen("zipLongest(_:bufferSize:whenFull:fileID:line:)", .pacedByDemand) { upstream, token in
      upstream.passing(token).zipLongest(one)
    },
    Specimen("zipLongest(_:padding:otherPadding:bufferSize:whenFull:fileID:line:)", .pacedByDemand) { upstream, token in
      upstream.passing(token).zipLongest(one, padding: 1, otherPadding: 2)
    },
    Specimen("sequenceEqual(_:bufferSize:fileID:line:by:)", .pacedByDemand) { upstream, token in
      upstream.sequenceEqual(many) { _, _ in token.pass(true) }
    },
    Specimen("sequenceEqual(_:bufferSize:fileID:line:)", .pacedByDemand) { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0 * 0) }.sequenceEqual(Publishers.Map(upstream: many) { $0 * 0 })
    },
    Specimen("tryZip(_:_:)") { upstream, token in
      upstream.tryZip(many) { value, _ in
        try Specimen.check(value)
        return token.pass(value)
      }
    },
    Specimen("tryCombineLatest(_:_:)") { upstream, token in
      one.tryCombineLatest(upstream) { _, value in
        try Specimen.check(value)
        return token.pass(value)
      }
    },
    Specimen("forkJoin(_:)", .pacedByDemand) { upstream, token in one.forkJoin(upstream.passing(token)) },
    Specimen("forkJoin()", .pacedByDemand) { upstream, token in [upstream.passing(token)].forkJoin() },
    Specimen("and(_:)") { upstream, token in one.areOdd().and(upstream.areOdd(token)) },
    Specimen("or(_:)") { upstream, token in one.areOdd().or(upstream.areOdd(token)) },
    Specimen("allLatest()") { upstream, token in [upstream.areOdd(token)].allLatest() },
    Specimen("anyLatest()") { upstream, token in [upstream.areOdd(token)].anyLatest() },
    Specimen("combineLatest(_:)") { upstream, _ in one.combineLatest(upstream) },
    Specimen("combineLatest(_:)", form: "upstream first", .pacedByDemand) { upstream, _ in upstream.combineLatest(one)
    },
    Specimen("combineLatest(_:_:)", form: "to triples") { upstream, _ in one.combineLatest(one, upstream) },
    Specimen("combineLatest(_:_:_:)", form: "to quadruples") { upstream, _ in one.combineLatest(one, one, upstream) },
    Specimen("combineLatest(_:_:)", form: "transformed") { upstream, token in
      one.combineLatest(upstream) { token.pass($1) }
    },
    Specimen("combineLatest(_:_:_:)", form: "transformed") { upstream, token in
      one.combineLatest(one, upstream) { token.pass($2) }
    },
    Specimen("combineLatest(_:_:_:_:)", form: "transformed") { upstream, token in
      one.combineLatest(one, one, upstream) { token.pass($3) }
    },
  ]

  private static let zippingMany = [
    Specimen("zip(_:_:_:_:)", form: "to quintuples") { upstream, _ in
      some.zip(some, some, some, upstream)
    },
    Specimen("zip(_:_:_:_:transform:)") { upstream, token in
      upstream.zip(some, some, some, some) { value, _, _, _, _ in
        token.pass(value)
      }
    },
    Specimen("zip(_:_:_:_:_:)", form: "to sextuples") { upstream, _ in
      some.zip(some, some, some, some, upstream)
    },
    Specimen("zip(_:_:_:_:_:transform:)") { upstream, token in
      upstream.zip(some, some, some, some, some) { value, _, _, _, _, _ in
        token.pass(value)
      }
    },
    Specimen("zip(_:_:_:_:_:_:)", form: "to septuples") { upstream, _ in
      some.zip(some, some, some, some, some, upstream)
    },
    Specimen("zip(_:_:_:_:_:_:transform:)") { upstream, token in
      upstream.zip(some, some, some, some, some, some) { value, _, _, _, _, _, _ in
        token.pass(value)
      }
    },
    Specimen("zip(_:_:_:_:_:_:_:)", form: "to octuples") { upstream, _ in
      some.zip(some, some, some, some, some, some, upstream)
    },
    Specimen("zip(_:_:_:_:_:_:_:transform:)") { upstream, token in
      upstream.zip(some, some, some, some, some, some, some) { value, _, _, _, _, _, _, _ in
        token.pass(value)
      }
    },
    Specimen("zip(_:_:_:_:_:_:_:_:_:)", form: "to tuples of ten") { upstream, _ in
      some.zip(some, some, some, some, some, some, some, some, upstream)
    },
    Specimen("zip(_:_:_:_:_:_:_:_:_:transform:)") { upstream, token in
      upstream.zip(some, some, some, some, some, some, some, some, some) { value, _, _, _, _, _, _, _, _, _ in
        token.pass(value)
      }
    },
  ]

  private static let combiningMany = [
    Specimen("combineLatest(_:_:_:_:)", form: "to quintuples") { upstream, _ in
      one.combineLatest(one, one, one, upstream)
    },
    Specimen("combineLatest(_:_:_:_:transform:)") { upstream, token in
      one.combineLatest(one, one, one, upstream) { _, _, _, _, value in
        token.pass(value)
      }
    },
    Specimen("combineLatest(_:_:_:_:_:)", form: "to sextuples") { upstream, _ in
      one.combineLatest(one, one, one, one, upstream)
    },
    Specimen("combineLatest(_:_:_:_:_:transform:)") { upstream, token in
      one.combineLatest(one, one, one, one, upstream) { _, _, _, _, _, value in
        token.pass(value)
      }
    },
    Specimen("combineLatest(_:_:_:_:_:_:)", form: "to septuples") { upstream, _ in
      one.combineLatest(one, one, one, one, one, upstream)
    },
    Specimen("combineLatest(_:_:_:_:_:_:transform:)") { upstream, token in
      one.combineLatest(one, one, one, one, one, upstream) { _, _, _, _, _, _, value in
        token.pass(value)
      }
    },
    Specimen("combineLatest(_:_:_:_:_:_:_:)", form: "to octuples") { upstream, _ in
      one.combineLatest(one, one, one, one, one, one, upstream)
    },
    Specimen("combineLatest(_:_:_:_:_:_:_:transform:)") { upstream, token in
      one.combineLatest(one, one, one, one, one, one, upstream) { _, _, _, _, _, _, _, value in
        token.pass(value)
      }
    },
    Specimen("combineLatest(_:_:_:_:_:_:_:_:_:)", form: "to tuples of ten") { upstream, _ in
      one.combineLatest(one, one, one, one, one, one, one, one, upstream)
    },
    Specimen("combineLatest(_:_:_:_:_:_:_:_:_:transform:)") { upstream, token in
      one.combineLatest(one, one, one, one, one, one, one, one, upstream) { _, _, _, _, _, _, _, _, _, value in
        token.pass(value)
      }
    },
  ]

  /// Upstream is asked for everything, and what finds no room depends on what downstream requests.
  private static let dropping: [Specimen] =
    losingPolicies.flatMap { name, policy in
      [
        Specimen("zip(_:bufferSize:whenFull:fileID:line:)", form: name, .pacedByDemand) { upstream, token in
          upstream.passing(token).zip(many, bufferSize: 2, whenFull: policy)
        },
        Specimen("zipLongest(_:bufferSize:whenFull:fileID:line:)", form: name, .pacedByDemand) { upstream, token in
          upstream.passing(token).zipLongest(one, bufferSize: 2, whenFull: policy)
        },
        Specimen(
          "zipLongest(_:padding:otherPadding:bufferSize:whenFull:fileID:line:)", form: name, .pacedByDemand
        ) { upstream, token in
          one.zipLongest(upstream.passing(token), padding: 1, otherPadding: 2, bufferSize: 2, whenFull: policy)
        },
        Specimen("gate(_:initiallyOpen:whileClosed:fileID:line:)", form: "that queues, \(name)", .pacedByDemand) {
          upstream, token in
          upstream.passing(token).gate(Just(true), whileClosed: .queue(2, policy))
        },
      ]
    }
    // A queue that fails would be full before upstream, the second, is subscribed to.
    + losingPolicies.dropLast().map { name, policy in
      Specimen("zip(_:bufferSize:whenFull:fileID:line:)", form: "\(name), as the second", .pacedByDemand) {
        upstream, token in
        many.zip(upstream.passing(token), bufferSize: 2, whenFull: policy)
      }
    }

  private static let sampling = [
    // As the source of the elements, upstream ends the stream at a trigger that follows: SampleTests.
    Specimen("sample(on:repeating:)", form: "as the trigger", .pacedByDemand) { upstream, token in
      one.append(endless).sample(on: upstream.passing(token), repeating: true)
    },
    Specimen("sample(on:repeating:)", form: "that cannot fail", .pacedByDemand, onFailure: .recovers) { upstream, _ in
      one.append(endless).sample(on: upstream.unfailing(), repeating: true)
    },
    Specimen("gate(_:initiallyOpen:whileClosed:fileID:line:)") { upstream, token in
      upstream.passing(token).gate(Just(true), whileClosed: .drop)
    },
    Specimen("gate(_:initiallyOpen:whileClosed:fileID:line:)", form: "that suspends") { upstream, token in
      upstream.passing(token).gate(Just(true), whileClosed: .suspend)
    },
    Specimen("gate(_:initiallyOpen:whileClosed:fileID:line:)", form: "that keeps the latest") { upstream, token in
      upstream.passing(token).gate(Just(true), whileClosed: .keepLatest)
    },
    Specimen("gate(_:initiallyOpen:whileClosed:fileID:line:)", form: "that queues", .pacedByDemand) { upstream, token in
      upstream.passing(token).gate(Just(true), whileClosed: .queue(2, .suspend))
    },
    Specimen("withLatestFrom(_:)") { upstream, _ in upstream.withLatestFrom(one) },
    Specimen("withLatestFrom(_:)", form: "that cannot fail") { upstream, _ in upstream.withLatestFrom(Just(1)) },
    Specimen("withLatestFrom(_:)", form: "as the other", .pacedByDemand) { upstream, _ in many.withLatestFrom(upstream)
    },
    Specimen("withLatestFrom(_:resultSelector:)") { upstream, token in
      upstream.withLatestFrom(one) { a, _ in token.pass(a) }
    },
    Specimen("withLatestFrom(_:resultSelector:)", form: "that cannot fail") { upstream, token in
      upstream.withLatestFrom(Just(1)) { a, _ in token.pass(a) }
    },
    Specimen("withLatest(from:)") { upstream, _ in upstream.withLatest(from: one) },
    Specimen("withLatest(from:transform:)") { upstream, token in
      upstream.withLatest(from: one) { a, _ in token.pass(a) }
    },
    Specimen("withLatestFrom(_:_:_:)") { upstream, _ in upstream.withLatestFrom(one, one) },
    Specimen("withLatestFrom(_:_:_:)", form: "of four") { upstream, _ in upstream.withLatestFrom(one, one, one) },
    Specimen("withLatestFrom(_:_:_:resultSelector:)") { upstream, token in
      upstream.withLatestFrom(one, one) { a, _, _ in token.pass(a) }
    },
  ]

  private static let racing = [
    Specimen("race(with:)") { upstream, _ in upstream.race(with: endless) },
    Specimen("race(with:)", form: "as the second") { upstream, token in
      endless.race(with: upstream.passing(token))
    },
    Specimen("amb(_:)") { upstream, _ in upstream.amb(endless) },
    Specimen("race()") { upstream, token in
      [endless.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].race()
    },
    Specimen("amb()") { upstream, _ in [upstream].amb() },
  ]

  private static let following = [
    Specimen("append(_:)") { upstream, _ in upstream.append(1, 2) },
    Specimen("concatenate()") { upstream, token in [upstream.passing(token)].concatenate() },
    Specimen("concatenate()", form: "as the second") { upstream, token in
      [none.eraseToAnyPublisher(), upstream.passing(token).eraseToAnyPublisher()].concatenate()
    },
    Specimen("joined(separator:)") { upstream, token in [upstream.passing(token)].joined(separator: none) },
    Specimen("append(_:)", form: "a sequence") { upstream, _ in upstream.append([1, 2]) },
    Specimen("append(_:)", form: "a publisher") { upstream, _ in upstream.append(one) },
    Specimen("append(_:)", form: "to what has been appended to, erased") { upstream, _ in
      upstream.append(one).eraseToAnyPublisher().append(one).eraseToAnyPublisher()
    },
    Specimen("prepend(_:)") { upstream, _ in upstream.prepend(1, 2) },
    Specimen("prepend(_:)", form: "a sequence") { upstream, _ in upstream.prepend([1, 2]) },
    Specimen("prepend(_:)", form: "a publisher") { upstream, _ in upstream.prepend(none) },
    Specimen("then(maxDemand:_:)", form: "upstream first", .pacedByDemand) { upstream, token in
      upstream.then(maxDemand: .max(2)) { Result<Int, TestError>.Publisher(token.pass(1)) }
    },
    Specimen("then(maxDemand:_:)", form: "upstream second") { upstream, token in
      return none.then { token.pass(upstream) }
    },
    Specimen("switchToLatest()", .pacedByDemand) { upstream, token in
      Publishers.Map(upstream: upstream) { Result<Int, TestError>.Publisher(token.pass($0)) }.switchToLatest()
    },
    Specimen("switchToLatest()", form: "as the latest") { upstream, _ in
      Result<_, TestError>.Publisher(upstream).switchToLatest()
    },
    Specimen("switchToLatest()", form: "to publishers that cannot fail", .pacedByDemand) { upstream, token in
      Publishers.Map(upstream: upstream) { Just(token.pass($0)) }.switchToLatest()
    },
    Specimen(
      "switchToLatest()", form: "from an upstream that cannot fail", .pacedByDemand, onFailure: .recovers
    ) { upstream, token in
      Publishers.Map(upstream: upstream.unfailing()) { Result<Int, TestError>.Publisher(token.pass($0)) }
        .switchToLatest()
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
    expectEqual(try PublicOperators(ofFamily: "Combining").gaps(in: Self.specimens), [])
  }
}

extension Publisher where Output == Int {
  /// Whether each value is odd, by way of a closure that holds the token.
  fileprivate func areOdd(_ token: Token = Token()) -> Publishers.Map<Self, Bool> {
    Publishers.Map(upstream: self) { token.pass(!$0.isMultiple(of: 2)) }
  }
}
