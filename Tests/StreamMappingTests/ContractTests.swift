import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("The contract of the mapping operators")
struct ContractTests {
  static let specimens = [
    Specimen("map(_:)", .stateless) { upstream, token in upstream.map { token.pass($0 + 1) } },
    Specimen("tryMap(_:)") { upstream, token in
      upstream.tryMap { value in
        try Specimen.check(value)
        return token.pass(value + 1)
      }
    },
    Specimen("map(_:)", form: "one key path", .stateless) { upstream, _ in
      let magnitude = \Int.magnitude
      return upstream.map(magnitude)
    },
    Specimen("map(_:_:)", .stateless) { upstream, _ in upstream.map(\.magnitude, \.description) },
    Specimen("map(_:_:_:)", .stateless) { upstream, _ in upstream.map(\.magnitude, \.description, \.self) },
    Specimen("flatMap(maxPublishers:_:)") { upstream, token in
      upstream.flatMap { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMap(maxPublishers:_:)", form: "one publisher at a time") { upstream, token in
      upstream.flatMap(maxPublishers: .max(1)) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMap(maxPublishers:_:)", form: "from an upstream that cannot fail", onFailure: .recovers) {
      upstream, token in
      upstream.unfailing().flatMap { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMap(maxPublishers:_:)", form: "to publishers that cannot fail") { upstream, token in
      upstream.flatMap { Just(token.pass($0)) }
    },
    Specimen("flatMapLatest(_:)", .pacedByDemand) { upstream, token in
      upstream.flatMapLatest { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapLatest(_:)", form: "as the publisher of the only element") { upstream, token in
      Result<Int, TestError>.Publisher(1).flatMapLatest { _ in token.pass(upstream) }
    },
    Specimen("flatMapLatest(_:)", form: "from an upstream that cannot fail", .pacedByDemand, onFailure: .recovers) {
      upstream, token in
      upstream.unfailing().flatMapLatest { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapLatest(_:)", form: "to publishers that cannot fail", .pacedByDemand) { upstream, token in
      upstream.flatMapLatest { Just(token.pass($0)) }
    },
    Specimen("flatMapFirst(_:)", .pacedByDemand) { upstream, token in
      upstream.flatMapFirst { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapFirst(_:)", form: "as the publisher of the only element") { upstream, token in
      Result<Int, TestError>.Publisher(1).flatMapFirst { _ in token.pass(upstream) }
    },
    Specimen("flatMapFirst(_:)", form: "from an upstream that cannot fail", .pacedByDemand, onFailure: .recovers) {
      upstream, token in
      upstream.unfailing().flatMapFirst { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapFirst(_:)", form: "to publishers that cannot fail", .pacedByDemand) { upstream, token in
      upstream.flatMapFirst { Just(token.pass($0)) }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)") { upstream, token in
      upstream.concatMap { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)", form: "without room") { upstream, token in
      upstream.concatMap(bufferSize: 0) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)", form: "dropping the oldest", .pacedByDemand) {
      upstream, token in
      upstream.concatMap(bufferSize: 1, whenFull: .dropOldest) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)", form: "failing when full", .pacedByDemand) {
      upstream, token in
      upstream.concatMap(bufferSize: 1, whenFull: .error { token.pass(TestError()) }) {
        Just($0).setFailureType(to: TestError.self)
      }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)", form: "as the publisher of the only element") {
      upstream, token in
      Result<Int, TestError>.Publisher(1).concatMap { _ in token.pass(upstream) }
    },
    Specimen(
      "concatMap(bufferSize:whenFull:_:fileID:line:)", form: "from an upstream that cannot fail", onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().concatMap { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMap(bufferSize:whenFull:_:fileID:line:)", form: "to publishers that cannot fail") {
      upstream, token in
      upstream.concatMap { Just(token.pass($0)) }
    },
    Specimen("flatMapDelayingFailures(maxPublishers:_:)") { upstream, token in
      upstream.flatMapDelayingFailures { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapDelayingFailures(maxPublishers:_:)", form: "two publishers at a time") { upstream, token in
      upstream.flatMapDelayingFailures(maxPublishers: .max(2)) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapDelayingFailures(maxPublishers:_:)", form: "as the publisher of the only element") {
      upstream, token in
      Result<Int, TestError>.Publisher(1).flatMapDelayingFailures { _ in token.pass(upstream) }
    },
    Specimen(
      "flatMapDelayingFailures(maxPublishers:_:)", form: "from an upstream that cannot fail", onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().flatMapDelayingFailures { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapDelayingFailures(maxPublishers:_:)", form: "to publishers that cannot fail") { upstream, token in
      upstream.flatMapDelayingFailures { Just(token.pass($0)) }
    },
    Specimen("concatMapDelayingFailures(bufferSize:_:fileID:line:)") { upstream, token in
      upstream.concatMapDelayingFailures { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMapDelayingFailures(bufferSize:_:fileID:line:)", form: "without room") { upstream, token in
      upstream.concatMapDelayingFailures(bufferSize: 0) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMapDelayingFailures(bufferSize:_:fileID:line:)", form: "as the publisher of the only element") {
      upstream, token in
      Result<Int, TestError>.Publisher(1).concatMapDelayingFailures { _ in token.pass(upstream) }
    },
    Specimen(
      "concatMapDelayingFailures(bufferSize:_:fileID:line:)", form: "from an upstream that cannot fail",
      onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().concatMapDelayingFailures { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("concatMapDelayingFailures(bufferSize:_:fileID:line:)", form: "to publishers that cannot fail") {
      upstream, token in
      upstream.concatMapDelayingFailures { Just(token.pass($0)) }
    },
    Specimen("concatenated(bufferSize:whenFull:fileID:line:)") { upstream, token in
      Publishers.Map(upstream: upstream) { Result<Int, TestError>.Publisher(token.pass($0)) }.concatenated()
    },
    Specimen("merge(maxPublishers:)") { upstream, token in
      [Deferred { token.pass(upstream) }].merge(maxPublishers: 2)
    },
    Specimen("flatMapRace(maxPublishers:_:)", .pacedByDemand) { upstream, token in
      upstream.flatMapRace { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapRace(maxPublishers:_:)", form: "as the publisher of the only element") { upstream, token in
      Result<Int, TestError>.Publisher(1).flatMapRace { _ in token.pass(upstream) }
    },
    Specimen(
      "flatMapRace(maxPublishers:_:)", form: "from an upstream that cannot fail", .pacedByDemand, onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().flatMapRace { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("flatMapRace(maxPublishers:_:)", form: "to publishers that cannot fail", .pacedByDemand) {
      upstream, token in
      upstream.flatMapRace { Just(token.pass($0)) }
    },
    Specimen("orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)") { upstream, token in
      upstream.orderedFlatMap(maxPublishers: 3) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)", form: "one publisher at a time") {
      upstream, token in
      upstream.orderedFlatMap(maxPublishers: 1, bufferSize: 1) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)", form: "as the publisher of the only element") {
      upstream, token in
      Result<Int, TestError>.Publisher(1).orderedFlatMap(maxPublishers: 2) { _ in token.pass(upstream) }
    },
    Specimen(
      "orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)", form: "from an upstream that cannot fail",
      onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().orderedFlatMap(maxPublishers: 2) { Result<Int, TestError>.Publisher(token.pass($0)) }
    },
    Specimen("orderedFlatMap(maxPublishers:bufferSize:_:fileID:line:)", form: "to publishers that cannot fail") {
      upstream, token in
      upstream.orderedFlatMap(maxPublishers: 2) { Just(token.pass($0)) }
    },
    Specimen("expand(maxPublishers:maxPending:whenFull:_:fileID:line:)") { upstream, token in
      upstream.expand {
        ($0 > 50 && $0 < 1_000 ? [token.pass($0) + 1_000] : []).publisher.setFailureType(to: TestError.self)
      }
    },
    Specimen("expand(maxPublishers:maxPending:whenFull:_:fileID:line:)", form: "without a publisher", .pacedByDemand) {
      upstream, token in
      upstream.expand(maxPublishers: 3, maxPending: 1, whenFull: .dropOldest) {
        Empty<Int, TestError>(completeImmediately: token.pass($0) > 0)
      }
    },
    Specimen("expand(maxPublishers:maxPending:whenFull:_:fileID:line:)", form: "as the publisher of the only element") {
      upstream, token in
      Result<Int, TestError>.Publisher(1).expand { $0 == 1 ? token.pass(upstream) : Empty().eraseToAnyPublisher() }
    },
    Specimen(
      "expand(maxPublishers:maxPending:whenFull:_:fileID:line:)", form: "from an upstream that cannot fail",
      onFailure: .recovers
    ) { upstream, token in
      upstream.unfailing().expand {
        ($0 > 50 && $0 < 1_000 ? [token.pass($0) + 1_000] : []).publisher.setFailureType(to: TestError.self)
      }
    },
    Specimen("expand(maxPublishers:maxPending:whenFull:_:fileID:line:)", form: "to publishers that cannot fail") {
      upstream, token in
      upstream.expand { ($0 > 50 && $0 < 1_000 ? [token.pass($0) + 1_000] : []).publisher }
    },
    Specimen("interspersed(every:with:fileID:line:)") { upstream, _ in upstream.interspersed(with: 0) },
    Specimen("interspersed(every:with:fileID:line:)", form: "in groups") { upstream, _ in
      upstream.interspersed(every: 3, with: 0)
    },
    Specimen("inputs()", .stateless) { upstream, token in
      upstream.map { StreamSignal<Int, TestError>.input(token.pass($0)) }.inputs()
    },
    Specimen("values()", .stateless) { upstream, token in
      upstream.map { StreamSignal<Int, TestError>.input(token.pass($0)) }.values()
    },
    Specimen("failures()", .stateless) { upstream, token in
      upstream.map { StreamSignal<Int, TestError>.completion(.failure(TestError("\(token.pass($0))"))) }.failures()
    },
    Specimen("materialize(includingSubscription:)", onFailure: .recovers) { upstream, _ in upstream.materialize() },
    Specimen("materialize(includingSubscription:)", form: "with the subscription", onFailure: .recovers) {
      upstream, _ in upstream.materialize(includingSubscription: true)
    },
    Specimen("dematerialize()") { upstream, token in
      upstream.materialize().map { signal in signal.mapInput { token.pass($0) } }.dematerialize()
    },
    Specimen("dematerialize()", form: "from an upstream that may fail") { upstream, token in
      upstream.map { StreamSignal<Int, TestError>.input(token.pass($0)) }.dematerialize()
    },
    Specimen("mapToResult()", onFailure: .recovers) { upstream, _ in upstream.mapToResult() },
    Specimen("dematerializeResults()") { upstream, token in
      upstream.mapToResult().map { result in result.map { token.pass($0) } }.dematerializeResults()
    },
    Specimen("setFailureType(to:)", .stateless, onFailure: .recovers) { upstream, _ in
      upstream.unfailing().setFailureType(to: TestError.self)
    },
    Specimen("compactMap(_:)", .stateless) { upstream, token in
      upstream.compactMap { token.pass($0.isMultiple(of: 2) ? $0 : nil) }
    },
    Specimen("tryCompactMap(_:)") { upstream, token in
      upstream.tryCompactMap { value in
        try Specimen.check(value)
        return token.pass(value.isMultiple(of: 2) ? value : nil)
      }
    },
    Specimen("scan(_:_:)", .stateless) { upstream, token in upstream.scan(0) { token.pass($0 + $1) } },
    Specimen("scan(_:_:)", form: "to another kind", .stateless) { upstream, token in
      upstream.scan("") { token.pass($0 + "\($1)") }
    },
    Specimen("tryScan(_:_:)") { upstream, token in
      upstream.tryScan(0) { sum, value in
        try Specimen.check(value)
        return token.pass(sum + value)
      }
    },
    Specimen("tryScan(_:_:)", form: "to another kind") { upstream, token in
      upstream.tryScan("") { text, value in
        try Specimen.check(value)
        return token.pass(text + "\(value)")
      }
    },
    Specimen("scan(into:_:)", .stateless) { upstream, token in upstream.scan(into: 0) { $0 = token.pass($0 + $1) } },
    Specimen("scanMap(into:_:)", .stateless) { upstream, token in
      upstream.scanMap(into: 0) { sum, value in
        sum += value
        return token.pass("\(sum)")
      }
    },
    Specimen("compactScanMap(into:_:)", .stateless) { upstream, token in
      upstream.compactScanMap(into: 0) { count, value in
        count += 1
        return token.pass(count.isMultiple(of: 3) ? nil : value)
      }
    },
    Specimen("enumerated(startingAt:)", .stateless) { upstream, _ in upstream.enumerated() },
    Specimen("pairwise()", .stateless) { upstream, _ in upstream.pairwise() },
    Specimen("pairwise(startingWith:)", .stateless) { upstream, _ in upstream.pairwise(startingWith: 0) },
    Specimen("windows(ofCount:step:)", .stateless) { upstream, _ in upstream.windows(ofCount: 3, step: 2) },
    Specimen("windows(ofCount:step:)", form: "with gaps", .stateless) { upstream, _ in
      upstream.windows(ofCount: 2, step: 3)
    },
    Specimen("nwise(_:)", .stateless) { upstream, _ in upstream.nwise(2) },
    Specimen("toggle()", .stateless) { upstream, token in upstream.map { token.pass($0 > 5) }.toggle() },
    Specimen("negate()", .stateless) { upstream, token in upstream.map { token.pass($0 > 5) }.negate() },
    Specimen("compacted()", .stateless) { upstream, token in
      upstream.map { token.pass($0.isMultiple(of: 2) ? $0 : nil) }.compacted()
    },
    Specimen("mapToValue(_:)", .stateless) { upstream, token in upstream.mapToValue(token) },
    Specimen("mapToVoid()", .stateless) { upstream, token in upstream.map { token.pass($0) }.mapToVoid() },
    Specimen("mapMany(_:)", .stateless) { upstream, token in upstream.map { [$0] }.mapMany { token.pass($0 + 1) } },
    Specimen("compactMapMany(_:)", .stateless) { upstream, token in
      upstream.map { [$0] }.compactMapMany { token.pass($0 + 1) }
    },
    Specimen("withUnretained(_:)") { upstream, _ in upstream.withUnretained(Kept.object) },
    Specimen("withUnretained(_:_:)") { upstream, token in
      upstream.withUnretained(Kept.object) { token.pass($1) }
    },
    Specimen("replaceNil(with:)", .stateless) { upstream, token in
      upstream.map { token.pass($0.isMultiple(of: 2) ? $0 : nil) }.replaceNil(with: 9)
    },
    Specimen("setOutputType(to:)", .stateless) { upstream, token in
      upstream.compactMap { value -> Never? in
        _ = token.pass(value)
        return nil
      }.setOutputType(to: Int.self)
    },
    Specimen("encode(encoder:)") { upstream, token in upstream.encode(encoder: NumberWriter(token: token)) },
    Specimen("decode(type:decoder:)") { upstream, token in
      upstream.map { "\($0)" }.decode(type: Int.self, decoder: NumberReader(token: token))
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
    expectEqual(try PublicOperators(ofFamily: "Mapping").gaps(in: Self.specimens), [])
  }
}

/// An object that lives as long as the process.
private final class Kept: Sendable {
  static let object = Kept()
}
