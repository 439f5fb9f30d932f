import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("What error-handling operators have in common that pass elements on as they come")
struct StageTests {
  static let stateful = [
    OperatorStage("catch", "Catch") { source, token in source.catch { _ in token.pass(Empty<Int, Never>()) } },
    OperatorStage("tryCatch", "TryCatch") { source, token in source.tryCatch { _ in token.pass(Empty<Int, Never>()) } },
    OperatorStage("tryCatch with a handler that throws", "TryCatch") { source, token in
      source.tryCatch { error -> Just<Int> in throw token.pass(error) }
    },
    OperatorStage("replaceError", "ReplaceError") { source, _ in source.replaceError(with: 9) },
  ]

  static let mapError = OperatorStage("mapError", "MapError") { source, token in source.mapError { token.pass($0) } }

  static let assertNoFailure = OperatorStage("assertNoFailure", "AssertNoFailure") { source, _ in
    source.assertNoFailure()
  }

  @Test("Passes demand on unchanged", arguments: stateful + [mapError, assertNoFailure])
  func demandIsPassedOn(stage: OperatorStage) {
    expectEqual(stage.demand(), .passedOn)
  }

  @Test("A stage with state ignores upstream signals that break the contract", arguments: stateful)
  func misbehaviourIsIgnored(stage: OperatorStage) {
    expectEqual(stage.misbehaviour(.finished), .ignored)
    expectEqual(stage.misbehaviour(.failure(TestError())), .ignored)
  }

  @Test("A stage without state passes on upstream signals that break the contract")
  func misbehaviourIsPassedOn() {
    expectEqual(Self.mapError.misbehaviour(.finished), .passedOn)
    expectEqual(Self.mapError.misbehaviour(.failure(TestError())), .passedOn)
    expectEqual(Self.assertNoFailure.misbehaviour(.finished), .passedOn)
  }

  @Test("Delivers nothing after a cancel from inside a delivery", arguments: stateful + [mapError, assertNoFailure])
  func cancelInside(stage: OperatorStage) {
    expectEqual(stage.cancelInsideValue(of: [1, 2]), ["1"])
  }

  @Test("Releases downstream and the closure, however the stream ends", arguments: stateful + [mapError])
  func release(stage: OperatorStage) {
    expectEqual(stage.leaks(), [])
  }

  @Test(
    "Describes itself as the operator's type; the subscription of a stage without state is upstream's")
  func description() {
    for stage in Self.stateful {
      expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: stage.typeName))
    }
    for stage in [Self.mapError, Self.assertNoFailure] {
      expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: "Scripted"))
    }
  }
}
