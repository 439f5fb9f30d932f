import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("What filtering operators have in common that pass elements on as they come")
struct PassingStageTests {
  /// Their closures throw at 1.
  static let throwing = [
    OperatorStage("tryFilter", "TryFilter") { source, token in
      source.tryFilter { token.pass(try OperatorStage.refuseOne($0) > 5) }
    },
    OperatorStage("tryDrop(while:)", "TryDropWhile") { source, token in
      source.tryDrop { token.pass(try OperatorStage.refuseOne($0) > 0) }
    },
    OperatorStage("tryPrefix(while:)", "TryPrefixWhile") { source, token in
      source.tryPrefix { token.pass(try OperatorStage.refuseOne($0) > 0) }
    },
    OperatorStage("tryRemoveDuplicates", "TryRemoveDuplicates") { source, token in
      source.tryRemoveDuplicates { token.pass(try $0 == OperatorStage.refuseOne($1)) }
    },
  ]

  /// Those that throw pass every element here.
  static let stages = [
    OperatorStage("tryFilter", "TryFilter") { source, token in source.tryFilter { _ in token.pass(true) } },
    OperatorStage("drop(while:)", "DropWhile") { source, token in source.drop { _ in token.pass(false) } },
    OperatorStage("tryDrop(while:)", "TryDropWhile") { source, token in source.tryDrop { _ in token.pass(false) } },
    OperatorStage("dropFirst", "Drop") { source, _ in source.dropFirst(0) },
    OperatorStage("prefix(while:)", "PrefixWhile") { source, token in source.prefix { _ in token.pass(true) } },
    OperatorStage("tryPrefix(while:)", "TryPrefixWhile") { source, token in
      source.tryPrefix { _ in token.pass(true) }
    },
    OperatorStage("prefix", "Output") { source, _ in source.prefix(9) },
    OperatorStage("output(in:)", "Output") { source, _ in source.output(in: 0...) },
    OperatorStage("removeDuplicates", "RemoveDuplicates") { source, _ in source.removeDuplicates() },
    OperatorStage("removeDuplicates(by:)", "RemoveDuplicates") { source, token in
      source.removeDuplicates { token.pass($0 == $1) }
    },
    OperatorStage("tryRemoveDuplicates", "TryRemoveDuplicates") { source, token in
      source.tryRemoveDuplicates { token.pass($0 == $1) }
    },
    OperatorStage("replaceEmpty", "ReplaceEmpty") { source, _ in source.replaceEmpty(with: 9) },
  ]

  /// It holds no state, and passes every element here.
  static let filter = OperatorStage("filter", "Filter") { source, token in source.filter { _ in token.pass(true) } }

  /// What each is sent, and what it requests then, where downstream requests three more for each element delivered.
  static let dropping: [(OperatorStage, [(element: Int, request: Subscribers.Demand)])] = [
    (OperatorStage("filter", "Filter") { source, _ in source.filter { $0 > 5 } }, [(1, .max(1)), (6, .max(3))]),
    (
      OperatorStage("tryFilter", "TryFilter") { source, _ in source.tryFilter { $0 > 5 } },
      [(1, .max(1)), (6, .max(3))]
    ),
    (OperatorStage("drop(while:)", "DropWhile") { source, _ in source.drop { $0 < 5 } }, [(1, .max(1)), (7, .max(3))]),
    (
      OperatorStage("tryDrop(while:)", "TryDropWhile") { source, _ in source.tryDrop { $0 < 5 } },
      [(1, .max(1)), (7, .max(3))]
    ),
    (
      OperatorStage("dropFirst", "Drop") { source, _ in source.dropFirst(2) },
      [(1, .max(1)), (2, .max(1)), (3, .max(3))]
    ),
    (
      OperatorStage("removeDuplicates", "RemoveDuplicates") { source, _ in source.removeDuplicates() },
      [(1, .max(3)), (1, .max(1))]
    ),
    (
      OperatorStage("tryRemoveDuplicates", "TryRemoveDuplicates") { source, _ in source.tryRemoveDuplicates { $0 == $1 }
      },
      [(1, .max(3)), (1, .max(1))]
    ),
  ]

  @Test("For each element that it drops, it requests one more", arguments: dropping)
  func replacement(stage: OperatorStage, sent: [(element: Int, request: Subscribers.Demand)]) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = stage.record(upstream, demand: .max(2)) { _ in .max(3) }
    for (element, request) in sent { expectEqual(upstream.send(element), request) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(recorder.values, sent.filter { $0.request == .max(3) }.map { "\($0.element)" })
  }

  @Test("Passes demand on unchanged", arguments: stages + [filter])
  func demandIsPassedOn(stage: OperatorStage) {
    expectEqual(stage.demand(), .passedOn)
  }

  @Test("Ignores upstream signals that break the contract", arguments: stages)
  func misbehaviourIsIgnored(stage: OperatorStage) {
    expectEqual(stage.misbehaviour(.finished), .ignored)
    expectEqual(stage.misbehaviour(.failure(TestError())), .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once", arguments: stages)
  func cancel(stage: OperatorStage) {
    expect(stage.cancelBetweenValues() == (["1"], 1))
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)", arguments: stages + [filter])
  func reentrantSend(stage: OperatorStage) {
    expect(stage.sendInsideValue() == (["1", "2"], 0))
  }

  @Test("A failure is passed on", arguments: stages + [filter])
  func failure(stage: OperatorStage) {
    expectEqual(stage.failure(), ["failure(broken)"])
  }

  @Test(
    "A throw cancels upstream and fails the stream, once",
    arguments: zip(throwing, [["6"], [], ["6", "5"], ["6", "5"]]))
  func throwEndsStream(stage: OperatorStage, values: [String]) {
    let run = stage.throwAtOne()
    expectEqual(run.signals, values + ["failure(refused)"])
    expectEqual(run.returned, .none)
    expectEqual(run.requests, [.demand(.max(5)), .cancel])
  }

  @Test(
    "Releases downstream and of the closure, however the stream ends (rule 7)", arguments: stages + throwing + [filter])
  func release(stage: OperatorStage) {
    expectEqual(stage.leaks(), [])
  }

  @Test("The subscription and the subscriber describe themselves as the operator's type", arguments: stages)
  func description(stage: OperatorStage) {
    expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: stage.typeName))
  }
}
