import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("MarbleRun.check(_:)")
struct MarbleCheckTests {
  /// What an expectation says, if it fails.
  private func message(_ expectation: () throws -> Void) -> String? {
    do {
      try expectation()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Passes where the marbles are equal, those of upstream too")
  func passes() throws {
    let run = marbles("-1-2-!") { Publishers.Map(upstream: $0) { $0 * 100 } }
    try run.check("-A-B-!", upstream: "-----!")
    try run.check("-a-b-!", values: ["a": 100, "b": 200])
    try run.check("-1-2-!", value: { $0.wholeNumberValue.map { $0 * 100 } ?? 0 })
  }

  @Test("The subscription may be marked, as in the diagram that is played")
  func subscriptionMarked() throws {
    let run = marbles("1^-1-2-!") { Publishers.Map(upstream: $0) { $0 } }
    try run.check("^-1-2-!", upstream: "^-----!")
    try run.check("--1-2-!", upstream: "------!")
    #expect(
      message { try run.check("1^-1-2-!") } == """
        The marbles differ in tick -1.
        expected  1--1-2-!
        actual    ---1-2-!
                  ^
        """)
    #expect(message { try run.check("^1-2-!") } != nil)
  }

  @Test("The failure shows both diagrams, and the values of the letters")
  func differs() {
    let run = marbles("-1-2-|") { Publishers.Map(upstream: $0) { $0 * 100 } }
    #expect(
      message { try run.check("-A-(BC)|") } == """
        The marbles differ in tick 3.
        expected  -A-(BC)|
        actual    -A-B   -|
                     ^
        A = 100
        B = 200
        """)
  }

  @Test("Fails where a signal is missing, and where there is an extra one")
  func lacks() {
    let run = marbles("-1-2-|") { $0 }
    #expect(
      message { try run.check("-1-2-3-|") } == """
        The marbles differ in tick 5.
        expected  -1-2-3-|
        actual    -1-2-|
                       ^
        """)
    #expect(
      message { try run.check("-1-2") } == """
        The marbles differ in tick 5.
        expected  -1-2
        actual    -1-2-|
                      ^
        """)
    #expect(
      message { try run.check("-1-2-|", upstream: "---!") } == """
        The marbles upstream differ in tick 3.
        expected  ---!
        actual
                  ^
        """)
  }

  @Test("The failure uses the given names of values; another value gets an unused name")
  func namesValues() {
    let run = marbles("-1-2-|") { Publishers.Map(upstream: $0) { $0 * 100 } }
    #expect(
      message { try run.check("-A-A-|", values: ["A": 100, "C": 300]) } == """
        The marbles differ in tick 3.
        expected  -A-A-|
        actual    -A-B-|
                     ^
        A = 100
        B = 200
        """)
    #expect(
      message { try run.check("-A-z-|", values: ["A": 100]) } == """
        The marbles differ in tick 3.
        expected  -A-z-|
        actual    -A-B-|
                     ^
        A = 100
        B = 200
        'z' stands for nothing.
        """)
  }

  @Test("The failure uses the given names of errors")
  func namesErrors() throws {
    let run = marbles("1-#", values: ["1": 1], failure: TestError("lost")) { $0 }
    try run.check("1-#")
    try run.check("1-#", values: ["1": 1], errors: ["#": TestError("lost")])
    try run.check("1-x", values: ["1": 1], errors: ["x": TestError("lost")])
    #expect(
      message { try run.check("1-x", values: ["1": 1], errors: ["x": TestError("late")]) } == """
        The marbles differ in tick 2.
        expected  1-x
        actual    1-?
                    ^
        x = late
        ? = lost
        """)
  }

  @Test("Fails for a signal between two ticks, though it is drawn in the earlier one")
  func betweenTicks() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, MarbleFailure>()
    scheduler.schedule(after: 1.5) { subject.send(7) }
    let run = marbles("---|", scheduler: scheduler) { _ in subject }
    expectEqual(run.downstream, "-7")
    #expect(
      message { try run.check("-7") } == """
        expected  -7
        actual    -7
        input(7) came at 1.5, between two ticks of 1 s: make the tick shorter.
        """)
  }
}
