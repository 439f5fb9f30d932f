import StreamCore
import StreamLines
import StreamMapping
import TestSupport
import Testing

@Suite("lines()")
struct LinesTests {
  private static let text = "one\r\n\ntwo\rdrei \u{e9}\nlast"
  private static let lines = ["one", "", "two\rdrei \u{e9}", "last"]

  @Test("Bytes cut anywhere give the same lines: every pair of cuts")
  func anyCut() {
    let bytes = Array(Self.text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let recorder = pieces.publisher.lines().record()
        expectEqual(recorder.values, Self.lines, "\(first), \(second)")
        expect(recorder.isFinished)
        expectEqual(recorder.overlaps, 0)
      }
    }
  }

  @Test("A line ending at the end of the stream begins no further line", arguments: ["a\nb\n", "a\r\nb\r\n", "a\nb"])
  func lastLine(text: String) {
    expectEqual(Just(Array(text.utf8)).lines().record().values, ["a", "b"])
  }

  @Test("The first line may be empty")
  func emptyFirst() throws {
    expectEqual(Just(Array("\na".utf8)).lines().record().values, ["", "a"])
    var splitter = LineSplitter(maxLength: 9)
    splitter.append(Array("\na".utf8))
    let line = try splitter.next()
    expectEqual(line, 0..<0)
  }

  @Test("The limit of a line is a million bytes by default, and may be as low as one")
  func limits() {
    expectEqual(Just([UInt8]()).lines().maxLength, 1_000_000)
    expectEqual(Just(Array("a\nb".utf8)).lines(maxLength: 1).record().values, ["a", "b"])
  }

  @Test("A cancel before upstream has sent a subscription releases everything retained")
  func cancelBeforeSubscription() {
    let upstream = KeepingPublisher<[UInt8], TestError>(sendsSubscription: false)
    let alive = Box(0)
    let cancellable = PassedThrough(upstream: upstream, held: Counted(alive)).lines()
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(alive.value, 1)
    cancellable.cancel()
    expectEqual(alive.value, 0)
  }

  @Test("A stream of empty pieces gives no line")
  func nothing() {
    let recorder = [[UInt8](), []].publisher.lines().record()
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
  }

  @Test("A piece is requested when a line is wanted and none is left, and no more lines come than are wanted (rule 2)")
  func demand() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = upstream.lines().record(demand: .none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(Array("a".utf8))
    expectEqual(upstream.requests, [.demand(.max(1)), .demand(.max(1))])
    upstream.send(Array("b\nc\nd\n".utf8))
    expectEqual(recorder.values, ["ab"])
    recorder.request(.max(2))
    expectEqual(recorder.values, ["ab", "c", "d"])
    expectEqual(upstream.demand, .max(2))
    recorder.request(.max(1))
    expectEqual(upstream.demand, .max(3))
  }

  @Test("A request for no lines requests no piece, and delivers no line")
  func requestNone() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = upstream.lines().record(demand: .none)
    recorder.request(.none)
    expectEqual(upstream.requests, [])
    recorder.request(.max(1))
    upstream.send(Array("a\nb\n".utf8))
    recorder.request(.none)
    expectEqual(recorder.values, ["a"])
    expectEqual(upstream.requests, [.demand(.max(1))])
    recorder.cancel()
    recorder.request(.none)
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
  }

  @Test("The completion comes with the last line, without further demand")
  func endNeedsNoDemand() {
    let recorder = [Array("a\nb\n".utf8), []].publisher.lines().record(demand: .max(2))
    expectEqual(recorder.values, ["a", "b"])
    expect(!recorder.isFinished, "The source has not been asked for what follows.")
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let other = upstream.lines().record(demand: .max(1))
    upstream.send(Array("a\n".utf8))
    upstream.send(completion: .finished)
    expectEqual(other.values, ["a"])
    expect(other.isFinished)
  }

  @Test("A last line without an ending waits for demand, and the finish waits with it")
  func lastLineNeedsDemand() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = upstream.lines().record(demand: .max(1))
    upstream.send(Array("a\nb".utf8))
    upstream.send(completion: .finished)
    expectEqual(recorder.values, ["a"])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, ["a", "b"])
    expect(recorder.isFinished)
  }

  @Test("A failure comes after the complete lines, and the rest is dropped")
  func failure() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = upstream.lines().record(demand: .max(1))
    upstream.send(Array("a\nb\nc".utf8))
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, ["a"])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, ["a", "b"])
    expectEqual(recorder.failure as? TestError, TestError())
  }

  @Test(
    "A line that is too long is a failure and cancels upstream, whether it is complete or not",
    arguments: [["abcd\n"], ["abc", "d"], ["ab", "cd\r\n"], ["abcdefghij"]])
  func tooLong(pieces: [String]) {
    let upstream = ScriptedPublisher<[UInt8], TestError>(letsGo: false)
    let recorder = upstream.lines(maxLength: 3).record()
    upstream.send(Array("abc\r\n".utf8))
    for piece in pieces { upstream.send(Array(piece.utf8)) }
    expectEqual(recorder.values, ["abc"])
    expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 3))
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A last line that is too long is a failure, and a carriage return at its end counts")
  func lastTooLong() {
    let recorder = Just(Array("abc\r".utf8)).lines(maxLength: 3).record()
    expectEqual(recorder.failure as? LineTooLongError, LineTooLongError(limit: 3))
  }

  @Test("Lines asked for one at a time from inside receive(_:) do not grow the stack (rule 3)")
  func noRecursion() {
    let piece = Array(String(repeating: "x\n", count: 1_000).utf8)
    let recorder = repeatElement(piece, count: 100).publisher.lines().record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.count, 100_000)
    let counter = CountingSubscriber<String, any Error> { _, subscription in
      subscription.request(.max(1))
      return .none
    }
    repeatElement(piece, count: 100).publisher.lines().subscribe(counter)
    counter.request(.max(1))
    expectEqual(counter.valueCount, 100_000)
    expectEqual(counter.completionCount, 1)
  }

  @Test("A cancel from inside the delivery of a line ends the stream (rule 5)")
  func cancelInside() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let box = Box<(any Subscription)?>(nil)
    let recorder = RecordingSubscriber<String, any Error> { _ in
      box.value?.cancel()
      return .none
    }
    recorder.onSubscription = { box.value = $0 }
    upstream.lines().subscribe(recorder)
    upstream.send(Array("a\nb\n".utf8))
    expectEqual(recorder.values, ["a"])
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 1)
    box.value = nil
  }

  @Test("In place of a line that is left out one more is taken; an error of what converts lines ends the stream")
  func elements() {
    let upstream = ScriptedPublisher<[UInt8], TestError>()
    let recorder = RecordingSubscriber<String, any Error>(demand: .max(1))
    upstream.subscribeToLines(recorder, as: "Words", maxLength: 9) { line in
      if line.elementsEqual("#".utf8) { throw TestError("#") }
      return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
    upstream.send(Array("\n\na\nb\n#\nc\n".utf8))
    expectEqual(recorder.values, ["a"])
    recorder.request(.unlimited)
    expectEqual(recorder.values, ["a", "b"])
    expectEqual(recorder.failure as? TestError, TestError("#"))
    expectEqual(upstream.cancelCount, 1)
    expectEqual(recorder.subscriptions, ["Words"])
  }

  @Test("After the end nothing is retained (rule 7)")
  func release() {
    expectEqual(
      leaks { source, token in
        source.map { token.pass([UInt8(ascii: "\n"), UInt8(truncatingIfNeeded: $0)]) }.lines()
      }, [])
  }

  @Test("Signals that come out of order are ignored (rules 1, 4, 9)")
  func misbehaving() {
    expectEqual(
      misbehaviour { upstream in upstream.map { Array("\($0)\n".utf8) }.lines() }, .ignored)
  }

  @Test("Pieces that come unrequested wait, and demand from another thread takes them, each line once (rule 2)")
  func threads() {
    let upstream = PassthroughSubject<[UInt8], Never>()
    let recorder = upstream.lines().record(demand: .max(1))
    concurrently(2) { thread in
      for number in 0..<2_000 {
        if thread == 0 { upstream.send(Array("\(number)\n".utf8)) } else { recorder.request(.max(1)) }
      }
    }
    upstream.send(completion: .finished)
    recorder.request(.unlimited)
    let numbers = recorder.values.compactMap { Int($0) }
    expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("The subscription has the operator's name")
  func name() {
    let recorder = Just([UInt8]()).lines().record(demand: .none)
    expectEqual(recorder.subscriptions, ["Lines"])
  }
}
