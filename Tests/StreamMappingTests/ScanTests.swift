import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("scan")
struct ScanTests {
  @Test("Delivers each running sum")
  func runningSum() {
    let recorder = [1, 2, 3, 4, 5].publisher.scan(0, +).record()
    expectEqual(recorder.values, [1, 3, 6, 10, 15])
    expect(recorder.isFinished)
  }

  @Test("Does not deliver the initial result")
  func runningSumOfRange() {
    expectEqual((0...5).publisher.scan(0, +).record().values, [0, 1, 3, 6, 10, 15])
    let nothing = Empty<Int, Never>().scan(7, +).record()
    expect(nothing.values.isEmpty)
    expect(nothing.isFinished)
  }

  @Test("Accumulates into another type: the number of characters of strings")
  func anotherKind() {
    let recorder = ["ab", "cde", "f"].publisher.eraseToAnyPublisher().scan(0) { $0 + $1.count }.record()
    expectEqual(recorder.values, [2, 5, 6])
  }

  @Test("Infers the type of the result from the first argument and the closure")
  func inference() {
    let numbers = PassthroughSubject<Int, Never>()
    let same = numbers.scan(0) { $0 + $1 }
    let text = numbers.scan("") { $0 + "\($1)" }
    let array = numbers.scan([]) { $0 + [$1] }
    let pair = numbers.scan((0, 0)) { ($0.1, $1) }
    let longer = numbers.scan("") { previous, next in
      let separator = previous.isEmpty ? "" : ","
      return previous + separator + "\(next)"
    }
    #expect(type(of: same) == Publishers.Scan<PassthroughSubject<Int, Never>, Int>.self)
    #expect(type(of: text) == Publishers.Scan<PassthroughSubject<Int, Never>, String>.self)
    #expect(type(of: array) == Publishers.Scan<PassthroughSubject<Int, Never>, [Int]>.self)
    #expect(type(of: pair) == Publishers.Scan<PassthroughSubject<Int, Never>, (Int, Int)>.self)
    let recorders = (same.record(), text.record(), array.record(), pair.record(), longer.record())
    for number in 1...3 { numbers.send(number) }
    expectEqual(recorders.0.values, [1, 3, 6])
    expectEqual(recorders.1.values, ["1", "12", "123"])
    expectEqual(recorders.2.values, [[1], [1, 2], [1, 2, 3]])
    expectEqual(recorders.3.values.map { "\($0)" }, ["(0, 1)", "(1, 2)", "(2, 3)"])
    expectEqual(recorders.4.values, ["1", "1,2", "1,2,3"])
  }

  @Test("A literal as the initial result has its default type, unless the closure requires another")
  func literals() {
    let numbers = PassthroughSubject<Double, Never>()
    let count = numbers.scan(0) { count, _ in count + 1 }
    #expect(type(of: count) == Publishers.Scan<PassthroughSubject<Double, Never>, Int>.self)
    let sum = numbers.scan(0) { $0 + $1 }
    #expect(type(of: sum) == Publishers.Scan<PassthroughSubject<Double, Never>, Double>.self)
    let recorder = count.record()
    numbers.send(1.5)
    numbers.send(2.5)
    expectEqual(recorder.values, [1, 2])
  }

  @Test("Passes on demand, subscription and signals that break the rules; releases its result at the end")
  func passesOn() {
    expectEqual(demand { $0.scan(0, +) }, .passedOn)
    expectEqual(names { $0.scan(0, +) }, NamesReport(subscriber: "Scan", subscription: "Scripted"))
    var passedOnUntilEnd = MisbehaviourReport.passedOn
    (passedOnUntilEnd.completionCount, passedOnUntilEnd.late) = (2, 0)
    expectEqual(misbehaviour { $0.scan(0, +) }, passedOnUntilEnd)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).scan(0, +).record()
    expectEqual(recorder.failure, TestError("broken"))
  }

  @Test("Each subscription has its own state (rule 8)")
  func independence() {
    let publisher = (1...3).publisher.eraseToAnyPublisher().scan(0, +)
    expectEqual(publisher.record().values, [1, 3, 6])
    expectEqual(publisher.record().values, [1, 3, 6])
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.scan(0, +).record { [subject] sum in
      if sum == 1 { subject.send(5) }
      return .none
    }
    subject.send(1)
    subject.send(10)
    expectEqual(recorder.values, [1, 6, 16])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("Delivers nothing after a cancel from inside a delivery")
  func cancel() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [weak recorder] _ in
      recorder?.cancel()
      return .none
    }
    (1...9).publisher.eraseToAnyPublisher().scan(0, +).subscribe(recorder)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
  }

  @Test("Releases downstream, closure and result, however the stream ends (rule 7)")
  func release() {
    expectEqual(leaks { source, token in source.scan(0) { token.pass($0 + $1) } }, [])
    expectEqual(leaks { source, token in source.scan(token) { token, _ in token } }, [])
  }

  @Test("Very many elements do not grow the stack")
  func manyElements() {
    let recorder = (1...manyTimes).publisher.eraseToAnyPublisher().scan(0, +).record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.last, manyTimes * (manyTimes + 1) / 2)
  }
}
