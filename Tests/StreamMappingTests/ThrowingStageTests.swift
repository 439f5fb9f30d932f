import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("What mapping operators whose closure may throw have in common")
struct ThrowingStageTests {
  /// Their closures throw at 1.
  static let throwing = [
    OperatorStage("tryMap", "TryMap") { source, token in
      source.tryMap { token.pass(try OperatorStage.refuseOne($0)) }
    },
    OperatorStage("tryCompactMap", "TryCompactMap") { source, token in
      source.tryCompactMap { token.pass(try OperatorStage.refuseOne($0)) }
    },
    OperatorStage("tryScan", "TryScan") { source, token in
      source.tryScan(0) { token.pass(try OperatorStage.refuseOne($1)) }
    },
  ]

  static let stages = [
    OperatorStage("tryMap", "TryMap") { source, token in source.tryMap { token.pass($0) } },
    OperatorStage("tryCompactMap", "TryCompactMap") { source, token in source.tryCompactMap { token.pass($0) } },
    OperatorStage("tryScan", "TryScan") { source, token in source.tryScan(0) { token.pass($1) } },
    OperatorStage("encode", "Encode") { source, token in source.encode(encoder: NumberWriter(token: token)) },
  ]

  /// Its upstream is not the source.
  static let decode = OperatorStage("decode", "Decode") { source, token in
    source.map(\.description).decode(type: Int.self, decoder: NumberReader(token: token))
  }

  @Test("Passes demand on unchanged", arguments: stages + [decode])
  func demandIsPassedOn(stage: OperatorStage) {
    expectEqual(stage.demand(), .passedOn)
  }

  @Test("Ignores upstream signals that break the contract", arguments: stages + [decode])
  func misbehaviourIsIgnored(stage: OperatorStage) {
    expectEqual(stage.misbehaviour(.finished), .ignored)
    expectEqual(stage.misbehaviour(.failure(TestError())), .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once", arguments: stages + [decode])
  func cancel(stage: OperatorStage) {
    expect(stage.cancelBetweenValues() == (["1"], 1))
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)", arguments: stages + [decode])
  func reentrantSend(stage: OperatorStage) {
    expect(stage.sendInsideValue() == (["1", "2"], 0))
  }

  @Test("Widens a failure of upstream to any Error", arguments: stages + [decode])
  func failure(stage: OperatorStage) {
    expectEqual(stage.failure(), ["failure(broken)"])
  }

  @Test("A throw cancels upstream and fails the stream, once", arguments: throwing)
  func throwEndsStream(stage: OperatorStage) {
    let run = stage.throwAtOne()
    expectEqual(run.signals, ["6", "5", "failure(refused)"])
    expectEqual(run.returned, .none)
    expectEqual(run.requests, [.demand(.max(5)), .cancel])
  }

  @Test(
    "Releases downstream and of the closure, however the stream ends (rule 7)", arguments: stages + throwing + [decode])
  func release(stage: OperatorStage) {
    expectEqual(stage.leaks(), [])
  }

  @Test("The subscription and the subscriber describe themselves as the operator's type", arguments: stages)
  func description(stage: OperatorStage) {
    expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: stage.typeName))
  }
}
