import StreamSubjects
import TestSupport
import Testing

@Suite("ValidatingProperty")
struct ValidatingPropertyTests {
  private typealias Validating = ValidatingProperty<Int, TestError>

  /// Negative numbers are invalid, those above 100 become 100.
  @Sendable
  private static func decide(_ value: Int) -> Validating.Decision {
    value < 0 ? .invalid(TestError("negative")) : value > 100 ? .coerced(100, TestError("large")) : .valid
  }

  // Case XA-309.
  @Test("An invalid proposal changes the result, and not the value")
  func proposals() {
    let property = Validating(0, Self.decide)
    let recorder = property.result.record()
    var values = [property.value]
    for proposed in [1, -1, 2] {
      let result = property.set(proposed)
      expectEqual(property.result.value, result)
      values.append(property.value)
    }
    expectEqual(values, [0, 1, 1, 2])
    expectEqual(
      recorder.values, [.valid(0), .valid(1), .invalid(proposed: -1, error: TestError("negative")), .valid(2)])
  }

  // Case XA-310.
  @Test("Of a coerced proposal the replacement is the value, and the result tells both")
  func coerced() {
    let property = Validating(0, Self.decide)
    let result = property.set(200)
    expectEqual(result, .coerced(replacement: 100, proposed: 200, error: TestError("large")))
    expectEqual(property.value, 100)
    expectEqual(property.result.value, result)
    let silent = ValidatingProperty<String, TestError>("") { .coerced($0.uppercased(), nil) }
    expectEqual(silent.set("a"), .coerced(replacement: "A", proposed: "a", error: nil))
    expectEqual(silent.value, "A")
  }

  // Case XA-311.
  @Test(
    "When the other property changes, a valid value turns invalid in the result and remains; a refused one may turn valid"
  )
  func against() {
    let limit = CurrentValueRelay(10)
    let property = Validating(0, against: limit.property) { $0 <= $1 ? .valid : .invalid(TestError("above \($1)")) }
    property.set(5)
    let recorder = property.result.record()
    limit.accept(3)
    expectEqual(property.result.value, .invalid(proposed: 5, error: TestError("above 3")))
    expectEqual(property.value, 5)
    expectEqual(property.set(4), .invalid(proposed: 4, error: TestError("above 3")))
    expectEqual(property.value, 5)
    limit.accept(4)
    expectEqual(property.value, 4)
    expectEqual(
      recorder.values,
      [
        .valid(5), .invalid(proposed: 5, error: TestError("above 3")),
        .invalid(proposed: 4, error: TestError("above 3")),
        .valid(4),
      ])
  }

  @Test("An invalid initial value is the value, with that result; a coerced one is replaced")
  func initial() {
    let invalid = Validating(-1, Self.decide)
    expectEqual(invalid.value, -1)
    expectEqual(invalid.result.value, .invalid(proposed: -1, error: TestError("negative")))
    let coerced = Validating(200, Self.decide)
    expectEqual(coerced.value, 100)
    expectEqual(coerced.result.value, .coerced(replacement: 100, proposed: 200, error: TestError("large")))
  }

  @Test("The release finishes the subscribers of the result, and cancels the subscription to the other property")
  func release() {
    let upstream = ScriptedPublisher<Int, Never>()
    weak var token: ReleaseToken?
    var property: Validating?
    do {
      let newToken = ReleaseToken()
      token = newToken
      property = Validating(0, against: Property(initial: 0, then: upstream)) { [newToken] _, _ in
        _ = newToken
        return .valid
      }
    }
    let result = property?.result
    let recorder = result?.record()
    upstream.send(1)
    expectEqual(recorder?.values, [.valid(0), .valid(0)])
    property = nil
    expectEqual(recorder?.isFinished, true)
    expectEqual(upstream.livingSubscriptionCount, 0)
    expect(token == nil)
    expectEqual(result?.value, .valid(0))
  }

  @Test("When the other property has finished, proposals are validated with its last value")
  func otherFinishes() {
    let limit = Box<CurrentValueRelay<Int>?>(CurrentValueRelay(10))
    guard let other = limit.value?.property else { return }
    let property = Validating(0, against: other) { $0 <= $1 ? .valid : .invalid(TestError()) }
    limit.value = nil
    expectEqual(property.set(11), .invalid(proposed: 11, error: TestError()))
    expectEqual(property.set(9), .valid(9))
  }

  @Test("A proposal from inside the closure, and one from inside a delivery, take their turn")
  func reentrant() {
    let property = Box<Validating?>(nil)
    let runs = Box(0)
    property.value = Validating(0) { value in
      runs.increment()
      if value == 1, property.value?.value == 0 { property.value?.set(7) }
      return .valid
    }
    let recorder = property.value?.result.record { result in
      if result == .valid(1) { property.value?.set(8) }
      return .none
    }
    property.value?.set(1)
    expectEqual(recorder?.values, [.valid(0), .valid(7), .valid(1), .valid(8)])
    expectEqual(property.value?.value, 8)
    expectEqual(runs.value, 5)
    property.value = nil
  }

  @Test(
    "Proposals of threads take effect one after the other, and none that a change of the other forbids remains valid")
  func threads() {
    for _ in 0..<20 {
      let limit = CurrentValueRelay(1_000)
      let property = Validating(0, against: limit.property) { $0 <= $1 ? .valid : .invalid(TestError()) }
      let recorder = property.result.record()
      concurrently(4) { thread in
        for value in 0..<200 {
          if thread == 0 { limit.accept(1_000 - value) } else { property.set(thread * 300 + value) }
        }
      }
      let last = property.result.value
      expectEqual(recorder.values.last, last)
      expectEqual(recorder.overlaps, 0)
      if case .valid(let value) = last { expect(value <= 801 && property.value == value) }
      // Those of three threads, those of the other, and the first.
      expectEqual(recorder.values.count, 801)
    }
  }

  @Test("A subscriber without demand is owed the newest result")
  func demand() {
    let property = Validating(0, Self.decide)
    let recorder = property.result.record(demand: .max(1))
    for value in [1, 2, -1] { property.set(value) }
    expectEqual(recorder.values, [.valid(0)])
    recorder.request(.max(1))
    expectEqual(recorder.values.last, .invalid(proposed: -1, error: TestError("negative")))
    expectEqual(recorder.values.count, 2)
  }
}
