import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("contains")
struct ContainsTests {
  @Test("Delivers true at the first match, false at the finish")
  func equalElement() {
    let subject = PassthroughSubject<String, TestError>()
    let recorder = subject.contains("abc").record()
    subject.send("hello")
    expect(recorder.values.isEmpty)
    subject.send("abc")
    expectEqual(recorder.events, [.subscription("Contains"), .value(true), .finished])
    subject.send("abc")
    expectEqual(recorder.events.count, 3)
    let without = ["hello"].publisher.eraseToAnyPublisher().contains("abc").record()
    expectEqual(without.values, [false])
    expect(without.isFinished)
  }

  @Test("A match cancels upstream before the result is delivered")
  func cancelsUpstream() {
    let isCancelled = Box<[Bool]>([])
    func check<P: Publisher<Bool, TestError>>(
      _ operation: (ScriptedPublisher<Int, TestError>) -> P
    ) {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = operation(upstream).record { [upstream] _ in
        isCancelled.update { $0.append(upstream.isCancelled) }
        return .none
      }
      upstream.send(1)
      expectEqual(upstream.requests, [.demand(.unlimited)])
      upstream.send(2)
      expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
      expectEqual(recorder.values, [true])
      expect(recorder.isFinished)
    }
    check { $0.contains(2) }
    check { $0.contains { $0 == 2 } }
    expectEqual(isCancelled.value, [true, true])
  }

  @Test("Draws no further elements from a sequence after the match, and the result waits for demand")
  func stopsSequence() {
    let seen = Box<[Int]>([])
    let recorder = (1...9).publisher.eraseToAnyPublisher().contains { number in
      seen.update { $0.append(number) }
      return number == 3
    }.record(demand: .none)
    expectEqual(seen.value, [1, 2, 3])
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [true])
    expect(recorder.isFinished)
  }

  @Test("A closure takes the place of a value")
  func predicate() {
    let source = (1...3).publisher.eraseToAnyPublisher()
    expectEqual(source.contains { $0 > 2 }.record().values, [true])
    expectEqual(source.contains { $0 > 3 }.record().values, [false])
  }

  @Test("A throw fails the stream without a result")
  func throwing() {
    let recorder = ["hello", "boom"].publisher.eraseToAnyPublisher().tryContains { text in
      if text == "boom" { throw TestError("boom") }
      return text == "abc"
    }.record()
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure as? TestError, TestError("boom"))
  }

  @Test("A throw cancels upstream; tryContains delivers true at the first match, false at the finish")
  func tried() {
    let predicate: @Sendable (Int) throws -> Bool = { number in
      if number == 13 { throw TestError("thirteen") }
      return number == 2
    }
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.tryContains(where: predicate).record()
    for number in [1, 13, 2] { upstream.send(number) }
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure as? TestError, TestError("thirteen"))
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual([1, 2, 13].publisher.eraseToAnyPublisher().tryContains(where: predicate).record().values, [true])
    expectEqual([1, 3].publisher.eraseToAnyPublisher().tryContains(where: predicate).record().values, [false])
  }

  @Test("Describe themselves by the name of the type; two are equal if their parts are")
  func descriptionsAndEquality() {
    expectEqual(names { $0.contains(1) }, NamesReport(subscriber: "Contains", subscription: "Contains"))
    expectEqual(
      names { $0.contains { $0 == 1 } }, NamesReport(subscriber: "ContainsWhere", subscription: "ContainsWhere"))
    expect(
      names { $0.tryContains { $0 == 1 } }
        == NamesReport(subscriber: "TryContainsWhere", subscription: "TryContainsWhere"))
    let one = Publishers.Contains(upstream: [1].publisher, output: 1)
    expectEqual(one, Publishers.Contains(upstream: [1].publisher, output: 1))
    expect(one != Publishers.Contains(upstream: [1].publisher, output: 2))
  }
}
