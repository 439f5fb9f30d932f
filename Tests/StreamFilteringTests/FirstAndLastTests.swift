import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("What first and last have in common, in all their forms")
struct FirstAndLastTests {
  /// Their closures throw at 1.
  static let throwing = [
    OperatorStage("tryFirst(where:)", "TryFirstWhere") { source, token in
      source.tryFirst { token.pass(try OperatorStage.refuseOne($0) > 9) }
    },
    OperatorStage("tryLast(where:)", "TryLastWhere") { source, token in
      source.tryLast { token.pass(try OperatorStage.refuseOne($0) > 0) }
    },
  ]

  /// Those that throw take every element here.
  static let stages = [
    OperatorStage("first", "First") { source, _ in source.first() },
    OperatorStage("last", "Last") { source, _ in source.last() },
    OperatorStage("first(where:)", "TryFirst") { source, token in source.first { _ in token.pass(true) } },
    OperatorStage("last(where:)", "LastWhere") { source, token in source.last { _ in token.pass(true) } },
    OperatorStage("tryFirst(where:)", "TryFirstWhere") { source, token in source.tryFirst { _ in token.pass(true) } },
    OperatorStage("tryLast(where:)", "TryLastWhere") { source, token in source.tryLast { _ in token.pass(true) } },
  ]

  @Test("Requests unlimited demand upstream at once, whatever downstream requests", arguments: stages)
  func demandIsUnlimited(stage: OperatorStage) {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = stage.record(upstream, demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    recorder.request(.max(2))
    recorder.cancel()
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("The result waits for demand, and the completion follows it", arguments: stages)
  func resultWaits(stage: OperatorStage) {
    let recorder = stage.record(Publishers.Sequence(sequence: [1]), demand: .none)
    expectEqual(recorder.values + recorder.completions, [])
    recorder.request(.max(1))
    expectEqual(recorder.values + recorder.completions, ["1", "finished"])
  }

  @Test("Delivers nothing after a cancel, not even a result that waits", arguments: stages)
  func cancel(stage: OperatorStage) {
    expectEqual(stage.cancelWhileResultWaits(), [])
  }

  @Test("A cancel from inside the delivery of the result suppresses the completion (rule 5)", arguments: stages)
  func cancelInsideValue(stage: OperatorStage) {
    expectEqual(stage.cancelInsideValue(), ["1"])
  }

  @Test("Ignores upstream signals that break the contract", arguments: stages)
  func misbehaviourIsIgnored(stage: OperatorStage) {
    expect(stage.signalsOutOfOrder() == ([], ["2", "finished"], 1))
  }

  @Test("A failure is passed on", arguments: stages)
  func failure(stage: OperatorStage) {
    expectEqual(stage.failure(), ["failure(broken)"])
  }

  @Test("A throw cancels upstream and fails at once, without a result or demand", arguments: throwing)
  func throwEndsStream(stage: OperatorStage) {
    let run = stage.throwAtOne(demand: .none)
    expectEqual(run.signals, ["failure(refused)"])
    expectEqual(run.returned, .none)
    expectEqual(run.requests, [.demand(.unlimited), .cancel])
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
