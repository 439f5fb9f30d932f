import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport
import Testing

@Suite("Marble diagrams in text")
struct MarbleTextTests {
  @Test("A run is shown as source, operator and output above one scale of times")
  func run() {
    let run = marbles("-1-2-3--#") { Publishers.Map(upstream: $0) { $0 * 100 } }
    expectEqual(
      run.diagram("map { $0 * 100 }").description,
      """
      time (s)    0    5
      upstream    -1-2-3--#
                  [ map { $0 * 100 } ]
      downstream  -A-B-C--#
      A = 100
      B = 200
      C = 300
      """)
  }

  @Test("A cancel from either side, and missed values, have their signs")
  func cancel() {
    let run = marbles("1-2-^-3-!") { $0 }
    expectEqual(
      run.diagram("").text(),
      """
      time (s)    -4  0
      upstream    1-2-^-3-!
                  [ "" ]
      downstream      ^-3-!
      """)
  }

  @Test("Several values at one time widen the column in every row, and the text can be played again")
  func groups() throws {
    let diagram = MarbleDiagram(
      "groups", rows: [MarbleRow("a", "-(12)-3|"), MarbleRow("second", "--x-(y!)", texts: ["x": "an x"])])
    expectEqual(
      diagram.description,
      """
      time (s)  0
      a         -(12)-3|
      second    --   A-(y!)
      A = an x
      """)
    #expect(try Marbles(parsing: "--   A-(y!)") == "--A-(y!)")
  }

  @Test("A value whose text is a sign of diagrams gets a name", arguments: ["-", "|", "#"])
  func signs(text: String) {
    let diagram = MarbleDiagram("signs", rows: [MarbleRow("a", "-x-|", texts: ["x": text])])
    expect(diagram.description.hasSuffix("-A-|\nA = \(text)"))
  }

  @Test("A diagram of no width has one column for each time with a signal")
  func narrow() {
    let diagram = MarbleDiagram("narrow", rows: [MarbleRow("a", "1---------|")])
    expect(diagram.text(width: 1).hasSuffix(" 1|"))
  }

  @Test("A recording begins with its first signal, and its ticks are as long as possible")
  func recorded() {
    let scheduler = TestScheduler()
    let source: TestablePublisher<String, Never> = scheduler.createRelativeTestablePublisher([
      (100, .input("a")), (300, .input("b")),
    ])
    let subscriber = scheduler.start { source }
    expectEqual(
      MarbleDiagram("start", rows: [MarbleRow("output", subscriber)]).description,
      """
      time (s)  200  700
      output    -a-b---!
      """)
  }

  @Test("Each subscription of a source has its own row, which begins at the time of the subscription")
  func subscriptions() {
    let run = marbles("-1-#") { source in
      let subject = PassthroughSubject<Int, MarbleFailure>()
      source.subscribe(AgainSubscriber(source: source, downstream: subject))
      return subject
    }
    expectEqual(
      run.diagram("again").description,
      """
      time (s)    0    5
      upstream 1  -1-#
      upstream 2     ^1-#
                  [ again ]
      downstream  -1--1-#
      """)
  }

  @Test("Milliseconds, microseconds and nanoseconds are written with their units")
  func units() {
    func axis(_ tick: VirtualTime.Stride) -> String? {
      let row = MarbleRow("a", "a----b----c", tick: tick)
      return MarbleDiagram("", tick: tick, [.row(row)]).description.split(separator: "\n").first.map(String.init)
    }
    expectEqual(axis(.milliseconds(5)), "time (ms)  0    25   50")
    expectEqual(axis(.microseconds(1)), "time (µs)  0    5    10")
    expectEqual(axis(.nanoseconds(2)), "time (ns)  0    10   20")
    expectEqual(axis(.milliseconds(500)), "time (s)  0    2.5  5")
  }

  @Test("A run too long for the line is marked as not to scale; no signal is lost, and the order is right")
  func notToScale() {
    let marks = [0, 1, 2, 5_000, 10_001].map { MarbleRow.Mark(.value("\($0 % 10)"), at: VirtualTime(.seconds($0))) }
    let text = MarbleDiagram("", rows: [MarbleRow("a", marks: marks)]).text(width: 20)
    expectEqual(
      text,
      """
      time (s, not to scale)  0 2      5000       10001
      a                       012------0----------1
      """)
  }

  @Test("Texts of several lines, and empty ones, are written readably")
  func oddTexts() {
    let run = marbles("ab|", values: ["a": "", "b": "one\ntwo"], failure: MarbleFailure()) { $0 }
    expect(run.diagram("none").description.hasSuffix("A = \"\"\nB = one\\ntwo"))
  }

  @Test("A generated name is none that a value has already")
  func names() {
    let run = marbles("ab|", values: ["a": "A", "b": "long"], failure: MarbleFailure()) { $0 }
    expectEqual(run.downstream, "AB|")
    expectEqual(run.legend.map(\.text), ["long"])
  }

  @Test("A diagram may have no rows, and rows without signals")
  func nothing() {
    expectEqual(MarbleDiagram("none", rows: []).description, "time (s)  0")
    expectEqual(MarbleDiagram("none", rows: [MarbleRow("a", "")]).description, "time (s)  0\na         -")
  }
}

/// Subscribes to the source once more when it fails first.
private struct AgainSubscriber: Subscriber {
  let source: MarblePublisher<Int, MarbleFailure>
  let downstream: PassthroughSubject<Int, MarbleFailure>
  let combineIdentifier = CombineIdentifier()
  var isFirst = true

  func receive(subscription: any Subscription) {
    subscription.request(.unlimited)
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    downstream.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<MarbleFailure>) {
    guard isFirst else { return downstream.send(completion: completion) }
    source.subscribe(AgainSubscriber(source: source, downstream: downstream, isFirst: false))
  }
}
