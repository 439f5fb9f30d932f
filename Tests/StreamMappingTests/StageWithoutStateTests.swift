import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("What mapping operators without state have in common")
struct StageWithoutStateTests {
  static let single = [
    OperatorStage("map", "Map") { source, token in source.map { token.pass($0) } },
    OperatorStage("map(keyPath)", "ValueForKey") { source, _ in
      // A literal would be a closure here.
      let magnitude = \Int.magnitude
      return source.map(magnitude)
    },
    OperatorStage("compactMap", "CompactMap") { source, token in source.compactMap { token.pass($0) } },
  ]

  static let stages =
    single + [
      OperatorStage("map of two key paths", "ValueForKeys") { source, _ in source.map(\.magnitude, \.description) },
      OperatorStage("map of three key paths", "ValueForKeys") { source, _ in
        source.map(\.magnitude, \.description, \.bitWidth)
      },
    ]

  @Test("Passes demand on unchanged", arguments: stages)
  func demandIsPassedOn(stage: OperatorStage) {
    expectEqual(stage.demand(), .passedOn)
  }

  @Test("Passes on upstream signals that break the contract", arguments: stages)
  func misbehaviourIsPassedOn(stage: OperatorStage) {
    expectEqual(stage.misbehaviour(.finished), .passedOn)
    expectEqual(stage.misbehaviour(.failure(TestError())), .passedOn)
  }

  @Test("Passes a failure on unchanged", arguments: stages)
  func failure(stage: OperatorStage) {
    expectEqual(stage.failure(), ["failure(broken)"])
  }

  @Test("Delivers nothing after a cancel from inside a delivery", arguments: single)
  func cancelInside(stage: OperatorStage) {
    expectEqual(stage.cancelInsideValue(of: [1, 2]), ["1"])
  }

  @Test("A value sent from inside a delivery is delivered after the current one", arguments: single)
  func reentrantSend(stage: OperatorStage) {
    expect(stage.sendInsideValue() == (["1", "2"], 0))
  }

  @Test("Releases downstream and the closure, however the stream ends", arguments: stages)
  func release(stage: OperatorStage) {
    expectEqual(stage.leaks(), [])
  }

  @Test(
    "The subscription describes itself by upstream's name, the subscriber as the operator's type", arguments: stages)
  func description(stage: OperatorStage) {
    expectEqual(stage.names(), NamesReport(subscriber: stage.typeName, subscription: "Scripted"))
  }
}
