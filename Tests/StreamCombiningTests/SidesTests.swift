import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("What zip and combineLatest have in common")
struct SidesTests {
  private func sides(_ count: Int = 2, letsGo: Bool = true) -> [ScriptedPublisher<Int, TestError>] {
    (0..<count).map { _ in ScriptedPublisher(letsGo: letsGo) }
  }

  @Test("A pair that waits for demand is delivered before the finish", arguments: SidesOperator.allCases)
  func waitsWithFinish(combine: SidesOperator) {
    let sides = sides()
    let recorder = combine(sides).record(demand: .none)
    for side in sides {
      side.send(1)
      side.send(completion: .finished)
    }
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1, 1]])
    expect(recorder.isFinished)
  }

  @Test("Finishes without demand if an input is empty", arguments: SidesOperator.allCases, [0, 1])
  func empty(combine: SidesOperator, emptyInput: Int) {
    let inputs = (0..<2).map { Publishers.Sequence<[Int], Never>(sequence: $0 == emptyInput ? [] : [1]) }
    let recorder = combine(inputs).record(demand: .none)
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
  }

  @Test("The first failure cancels the others and is passed on", arguments: SidesOperator.allCases, 0..<3)
  func failure(combine: SidesOperator, failing: Int) {
    let sides = sides(3, letsGo: false)
    let recorder = combine(sides).record()
    sides[(failing + 1) % 3].send(1)
    sides[failing].send(completion: .failure(TestError("first")))
    for side in sides {
      side.send(2)
      side.send(completion: .failure(TestError("late")))
    }
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, TestError("first"))
    expectEqual((0..<3).map { sides[$0].cancelCount }, (0..<3).map { $0 == failing ? 0 : 1 })
  }

  @Test("A cancel cancels all inputs, once", arguments: SidesOperator.allCases)
  func cancel(combine: SidesOperator) {
    let sides = sides(4, letsGo: false)
    let recorder = combine(sides).record()
    sides[0].send(1)
    recorder.cancel()
    recorder.cancel()
    recorder.request(.max(1))
    for side in sides { side.send(2) }
    sides[0].send(completion: .failure(TestError()))
    expectEqual(sides.map(\.cancelCount), [1, 1, 1, 1])
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("A cancel from inside a delivery ends the stream", arguments: SidesOperator.allCases)
  func cancelInside(combine: SidesOperator) {
    let sides = sides(letsGo: false)
    let recorder = RecordingSubscriber<[Int], TestError>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .max(1)
    }
    combine(sides).subscribe(recorder)
    for element in [1, 2] { for side in sides { side.send(element) } }
    expectEqual(recorder.values, [[1, 1]])
    expect(recorder.completions.isEmpty)
    expectEqual(sides.map(\.cancelCount), [1, 1])
  }

  @Test("A request from inside a delivery is served after it", arguments: SidesOperator.allCases)
  func reentrantRequest(combine: SidesOperator) {
    let recorder = RecordingSubscriber<[Int], Never>(demand: .max(1))
    recorder.onValue = { [weak recorder] _ in
      recorder?.request(.max(1))
      return .none
    }
    let count = 1_000
    let first = combine == .zip ? Array(1...count) : [0]
    combine([first.publisher, Array(1...count).publisher]).subscribe(recorder)
    expectEqual(recorder.values, (1...count).map { [combine == .zip ? $0 : 0, $0] })
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Passes demand on to all inputs", arguments: SidesOperator.allCases)
  func demandIsPassedOn(combine: SidesOperator) {
    let sides = sides(3)
    let recorder = combine(sides).record(demand: .max(2))
    recorder.request(.max(3))
    recorder.request(.unlimited)
    for side in sides {
      expectEqual(side.requests, [.demand(.max(2)), .demand(.max(3)), .demand(.unlimited)])
    }
  }

  @Test(
    "Returned demand goes to the input whose element makes a value, and is requested of the other",
    arguments: SidesOperator.allCases)
  func returnedDemand(combine: SidesOperator) {
    let sides = sides()
    let recorder = combine(sides).record(demand: .max(1)) { _ in .max(2) }
    expectEqual(sides[0].send(1), .none)
    expectEqual(sides[1].send(1), .max(2))
    expectEqual(sides[0].requests, [.demand(.max(1)), .demand(.max(2))])
    expectEqual(sides[1].requests, [.demand(.max(1))])
    withExtendedLifetime(recorder) {}
  }

  @Test(
    "Ignores signals of an input that break the contract", arguments: SidesOperator.allCases,
    [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>])
  func misbehaviourIsIgnored(combine: SidesOperator, completion: Subscribers.Completion<TestError>) {
    let other = AnyPublisher(Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<10))
    expectEqual(misbehaviour(ending: completion) { combine([AnyPublisher($0), other]) }, .ignored)
    expectEqual(misbehaviour(ending: completion) { combine([other, AnyPublisher($0)]) }, .ignored)
    expectEqual(misbehaviour(ending: completion) { combine([other, AnyPublisher($0), other]) }, .ignored)
  }

  @Test(
    "Its subscription describes itself as the operator, whatever the number of its inputs",
    arguments: SidesOperator.allCases, 2...4)
  func description(combine: SidesOperator, count: Int) {
    let others = Array(repeating: AnyPublisher(PassthroughSubject<Int, TestError>()), count: count - 1)
    let expected = NamesReport(subscriber: combine.rawValue, subscription: combine.rawValue)
    expectEqual(names { combine([AnyPublisher($0)] + others) }, expected)
  }
}
