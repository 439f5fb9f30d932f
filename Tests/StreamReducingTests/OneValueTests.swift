import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("What reducing operators have in common that deliver one value")
struct OneValueTests {
  /// Their closures throw at 1.
  static let throwing = [
    OperatorStage("tryReduce", "TryReduce") { source, token in
      source.tryReduce(0) { token.pass(try $0 + OperatorStage.refuseOne($1)) }
    },
    OperatorStage("tryContains(where:)", "TryContainsWhere") { source, token in
      source.tryContains { token.pass(try OperatorStage.refuseOne($0) > 9) }
    },
    OperatorStage("tryAllSatisfy", "TryAllSatisfy") { source, token in
      source.tryAllSatisfy { token.pass(try OperatorStage.refuseOne($0) < 9) }
    },
    OperatorStage("tryMax(by:)", "TryComparison") { source, token in
      source.tryMax { token.pass(try OperatorStage.refuseOne($0) < OperatorStage.refuseOne($1)) }
    },
    OperatorStage("tryMin(by:)", "TryComparison") { source, token in
      source.tryMin { token.pass(try OperatorStage.refuseOne($0) < OperatorStage.refuseOne($1)) }
    },
  ]

  /// None of them has its value before upstream finishes.
  static let stages = [
    OperatorStage("collect", "Collect") { source, _ in source.collect() },
    OperatorStage("count", "Count") { source, _ in source.count() },
    OperatorStage("contains", "Contains") { source, _ in source.contains(9) },
    OperatorStage("contains(where:)", "ContainsWhere") { source, token in source.contains { token.pass($0 == 9) } },
    OperatorStage("tryContains(where:)", "TryContainsWhere") { source, token in
      source.tryContains { token.pass($0 == 9) }
    },
    OperatorStage("allSatisfy", "AllSatisfy") { source, token in source.allSatisfy { token.pass($0 < 9) } },
    OperatorStage("tryAllSatisfy", "TryAllSatisfy") { source, token in source.tryAllSatisfy { token.pass($0 < 9) } },
    OperatorStage("min", "Comparison") { source, _ in source.min() },
    OperatorStage("max(by:)", "Comparison") { source, token in source.max { token.pass($0 < $1) } },
    OperatorStage("tryMax(by:)", "TryComparison") { source, token in source.tryMax { token.pass($0 < $1) } },
    OperatorStage("tryMin(by:)", "TryComparison") { source, token in source.tryMin { token.pass($0 < $1) } },
    OperatorStage("reduce", "Reduce") { source, token in source.reduce(0) { token.pass($0 + $1) } },
    OperatorStage("tryReduce", "TryReduce") { source, token in source.tryReduce(0) { token.pass($0 + $1) } },
  ]

  @Test("Requests unlimited demand upstream; the value waits for demand, and the finish follows it", arguments: stages)
  func resultWaits(stage: OperatorStage) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = stage.record(upstream, demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(upstream.send(2), .none)
    upstream.send(completion: .finished)
    expectEqual(recorder.values + recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.values.count, 1)
    expectEqual(recorder.completions, ["finished"])
  }

  @Test("A failure is delivered without a value", arguments: stages)
  func failure(stage: OperatorStage) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = stage.record(upstream)
    upstream.send(1)
    upstream.send(completion: .failure(TestError("broken")))
    expectEqual(recorder.values + recorder.completions, ["failure(broken)"])
    expectEqual(stage.failure(), ["failure(broken)"])
  }

  @Test("A throw cancels upstream and fails the stream at once, without a value or demand", arguments: throwing)
  func throwEndsStream(stage: OperatorStage) {
    let run = stage.throwAtOne(demand: .none)
    expectEqual(run.signals, ["failure(refused)"])
    expectEqual(run.returned, .none)
    expectEqual(run.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Delivers nothing after a cancel, not even a value that waits", arguments: stages)
  func cancel(stage: OperatorStage) {
    expectEqual(stage.cancelWhileResultWaits(), [])
    expect(stage.cancelBetweenValues() == ([], 1))
  }

  @Test("A cancel from inside the delivery of the value suppresses the finish (rule 5)", arguments: stages)
  func cancelInsideValue(stage: OperatorStage) {
    expectEqual(stage.cancelInsideValue().count, 1)
  }

  @Test("Ignores signals that upstream sends out of order (rules 1, 4 and 9)", arguments: stages)
  func misbehavingUpstream(stage: OperatorStage) {
    let (early, signals, cancelCount) = stage.signalsOutOfOrder()
    expectEqual(early, [])
    expectEqual(signals.count, 2)
    expectEqual(signals.last, "finished")
    expectEqual(cancelCount, 1)
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)", arguments: stages + throwing)
  func release(stage: OperatorStage) {
    expectEqual(stage.leaks(), [])
  }

  @Test("The subscription and the subscriber describe themselves as the operator's type", arguments: stages)
  func description(stage: OperatorStage) {
    expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: stage.typeName))
  }
}
