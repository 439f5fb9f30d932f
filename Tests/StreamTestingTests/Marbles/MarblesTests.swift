import StreamCore
import StreamParts
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Marbles")
struct MarblesTests {
  @Test("Reads elements, completions, groups and the subscription, with their ticks")
  func reads() throws {
    #expect(
      try Marbles(parsing: "--a-(b c)-|").events == [
        .init(tick: 2, symbol: .element("a")), .init(tick: 4, symbol: .element("b")),
        .init(tick: 4, symbol: .element("c")), .init(tick: 6, symbol: .finished),
      ])
    #expect(try Marbles(parsing: "-#").events == [.init(tick: 1, symbol: .failure)])
    #expect(try Marbles(parsing: "!").events == [.init(tick: 0, symbol: .cancel)])
    #expect(
      try Marbles(parsing: "a-^-b").events == [
        .init(tick: -2, symbol: .element("a")), .init(tick: 0, symbol: .subscription),
        .init(tick: 2, symbol: .element("b")),
      ])
    #expect(try Marbles(parsing: "").events.isEmpty)
  }

  @Test(
    "Refuses text that is not a diagram, with the column and the reason",
    arguments: [
      ("--(ab", "Column 3: the bracket is not closed."), ("a)", "Column 2: no bracket is open."),
      ("(a-b)", "Column 3: no time passes between brackets."), ("(a(b))", "Column 3: brackets do not nest."),
      ("-()", "Column 3: nothing stands between the brackets."), ("a|b", "Column 3: the stream has ended at column 2."),
      ("a-|#", "Column 4: the stream has ended at column 3."), ("^-^", "Column 3: there is one subscription already."),
      ("a*b", "Column 2: '*' is no marble."), ("-(|a)", "Column 4: the stream has ended at column 3."),
      ("(a", "Column 1: the bracket is not closed."), ("a\tb", "Column 2: '\\t' is no marble."),
      ("a\n", "Column 2: '\\n' is no marble."), ("a\u{A0}b", "Column 2: '\\u{00A0}' is no marble."),
    ])
  func refuses(text: String, message: String) {
    #expect {
      try Marbles(parsing: text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test("A string literal that is not a diagram traps")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = "a|b" as Marbles }
  }

  @Test("Writes the diagram that was read", arguments: ["--a-b-(cd)-|", "#", "(a|)", "a-^--b-!", ""])
  func writes(text: String) throws {
    #expect(try Marbles(parsing: text).description == text)
    #expect(try Marbles(parsing: text).text() == text)
  }

  @Test(
    "Letters that would combine into one character are written apart, so that they can be read again",
    arguments: ["-\u{1112} \u{1161} \u{11AB}-a", "(\u{1100} \u{1161})", "\u{915}\u{94D} \u{937}"])
  func keepsLettersApart(text: String) throws {
    let marbles = try Marbles(parsing: text)
    expect(marbles.events.count > 1)
    #expect(try Marbles(parsing: marbles.description) == marbles)
    #expect(try Marbles(parsing: marbles.text(width: 12)) == marbles)
  }

  @Test(
    "A letter that combines with the tick beside it is not a marble", arguments: ["\u{D4E}", "a\u{D4E}-", "\u{93E}"])
  func refusesJoiningLetter(text: String) {
    #expect(throws: MarbleError.self) { try Marbles(parsing: text) }
  }

  @Test("A difference is shown as two diagrams, one above the other, with a pointer at the first difference")
  func compares() {
    expectEqual(
      ("--a-(bc)-|" as Marbles).compared(with: "--a-b---#"),
      """
      expected  --a-(bc)-|
      actual    --a-b   ---#
                    ^
      """)
    expectEqual(
      ("a-^b|" as Marbles).compared(with: "-^b|"),
      """
      expected  a-^b|
      actual    --^b|
                ^
      """)
    expectEqual(("-a|" as Marbles).compared(with: "-a|"), "expected  -a|\nactual    -a|")
    // A letter as wide as two.
    expect(("-a|" as Marbles).compared(with: "-a|", labels: ("語", "ab")) == "語  -a|\nab  -a|")
  }
}

@Suite("marbles(_:)")
struct MarbleRunTests {
  @Test("Digits are numbers; the output is marbles again, and the source records the cancel")
  func numbers() {
    let run = marbles("--1--2--7--3--|") { source in FirstTwo(upstream: source) }
    expect(run.downstream == "--1--2|" || run.downstream == "--1--(2|)")
    expectEqual(run.upstream, "-----!")
    expect(run.legend.isEmpty)
  }

  @Test("Elements longer than a letter get a name each")
  func legend() {
    let run = marbles("-1-2-1-#") { Publishers.Map(upstream: $0) { $0 * 100 } }
    expectEqual(run.downstream, "-A-B-A-#")
    expectEqual(run.legend.map(\.text), ["100", "200"])
    expectEqual(run.output.elements.map(\.time), [0, 1, 3, 5, 7])
  }

  @Test("Values and failures may be given by name, and a tick may have any length")
  func named() {
    let run = marbles("a-b#", values: ["a": "x", "b": "y"], failure: TestError("e"), tick: .milliseconds(5)) { $0 }
    expectEqual(run.downstream, "x-y#")
    expectEqual(run.output.completion, .failure(TestError("e")))
    expectEqual(run.output.elements.last?.time, 0.015)
  }

  @Test("Failures may be given by name: `#` and letters")
  func namedErrors() {
    let errors: [Character: TestError] = ["#": TestError("e"), "x": TestError("f")]
    let run = marbles("a-x", values: ["a": 100], errors: errors) { $0 }
    expectEqual(run.output, [(0, .subscription), (0, .input(100)), (2, .completion(.failure(TestError("f"))))])
    expectEqual(marbles("#", values: ["a": 100], errors: errors) { $0 }.output.completion, .failure(TestError("e")))
  }

  @Test("Values may be given by key: each letter makes its own")
  func byKey() {
    let run = marbles("a-b#", value: { "\($0)\($0)" }) { $0 }
    expectEqual(run.output.inputs, ["aa", "bb"])
    expectEqual(run.output.completion, .failure(MarbleFailure()))
  }

  @Test("Values by name need no failure: `#` is that of marbles")
  func namedWithoutFailure() {
    let run = marbles("a-b#", values: ["a": 1, "b": 20]) { $0 }
    expectEqual(run.downstream, "1-A#")
    expectEqual(run.output.completion, .failure(MarbleFailure()))
  }

  @Test("A letter without a value traps; so does a sign after a letter that fails")
  func namesNothing() async {
    await #expect(processExitsWith: .failure) { _ = marbles("-a") { $0 } }
    await #expect(processExitsWith: .failure) {
      _ = marbles("-a", values: [Character: Int](), failure: MarbleFailure()) { $0 }
    }
    await #expect(processExitsWith: .failure) {
      _ = marbles("xa", values: ["a": 1], errors: ["x": MarbleFailure()]) { $0 }
    }
  }

  @Test("A cancel in the diagram cancels the output at its tick, after the values of that tick")
  func cancels() {
    let run = marbles("-1-2-!") { $0 }
    expectEqual(run.downstream, "-1-2-!")
    expectEqual(run.upstream, "-----!")
    expectEqual(marbles("-1-(2!)") { $0 }.downstream, "-1-(2!)")
  }

  @Test("Values before the subscription are missed")
  func hot() {
    expectEqual(marbles("1-2-^-3|") { $0 }.downstream, "--3|")
  }

  @Test("A run without an end stops, and is not shown as cancelled")
  func endless() {
    let run = marbles("-1-") { $0 }
    expectEqual(run.downstream, "-1")
    expectEqual(run.upstream, "")
  }
}

/// Passes two values on, then finishes.
private struct FirstTwo<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let count = SerialState(0)
    upstream.subscribe(
      SelectingInner("FirstTwo", to: subscriber) { _ throws(Failure) in
        count.value += 1
        return count.value == 2 ? .passAndFinish : .pass
      })
  }
}
