internal import StreamInspection
internal import StreamTesting

/// What has passed a stage, as a picture, and the test of it.
struct RecordingAnswer: Encodable {
  /// How long a test may be, in bytes.
  static let longestTest = 256 * 1_024

  private let name: String

  /// How long the stage has been subscribed to, in seconds, and since when the picture shows what came.
  private let duration: Double
  private let since: Double

  /// How many inputs there are, and how many of them are drawn.
  private let inputs: Int
  private let drawn: Int

  /// The picture, an SVG document, and what it shows in words.
  private let marbles: String
  private let words: String

  /// `nil` if it is too long.
  private let test: String?

  /// Fails if the stage of this number is not recorded.
  init?(ofStage stage: Int) {
    guard let recording = StreamInspector.recording(of: stage) else { return nil }
    self.init(recording)
  }

  init(_ recording: StageRecording) {
    let picture = RecordingPicture(recording)
    (name, duration, since) = (short(recording.output.name, 100), recording.duration, picture.since)
    (inputs, drawn) = (recording.inputs.count, picture.inputs)
    (marbles, words) = (picture.diagram.svg(), picture.words)
    test = Self.test(of: recording)
  }

  private static func test(of recording: StageRecording) -> String? {
    // A lower bound: what is certainly too long is not made.
    let size = (recording.inputs + [recording.output]).lazy.flatMap(\.signals).reduce(0) {
      $0 + 10 + $1.text.utf8.count
    }
    guard size <= longestTest else { return nil }
    let test = recording.test()
    return test.utf8.count <= longestTest ? test : nil
  }
}

/// The marbles of the last signals of a stage.
struct RecordingPicture {
  /// How far back it reaches, in seconds.
  static let reach = 30.0

  /// How many inputs there are in it at most, and how many signals of all streams together.
  static let mostInputs = 8
  static let mostSignals = 60

  /// When the first signal came that it may show, in seconds since the stage was subscribed to.
  let since: Double

  /// How many inputs are in it.
  let inputs: Int

  let diagram: MarbleDiagram

  /// What it shows, for those who do not see it.
  let words: String

  init(_ recording: StageRecording) {
    let shown = Self.inputs(of: recording)
    let streams = shown.map(\.stream) + [recording.output]
    // All rows begin at the same time, so that what belongs together is seen together.
    let latest = streams.flatMap { $0.signals.lazy.filter(\.isDrawn).map(\.seconds) }
      .filter { $0 >= recording.duration - Self.reach }.sorted().suffix(Self.mostSignals)
    let since = latest.count < Self.mostSignals ? max(0, recording.duration - Self.reach) : latest.first ?? 0
    let rounding = Self.rounding(recording.duration - since)
    func row(_ label: String, _ stream: StageRecording.Stream) -> MarbleRow {
      let signals = stream.signals.filter { $0.isDrawn && $0.seconds >= since }.suffix(Self.mostSignals)
      var marks = signals.map { MarbleRow.Mark($0.mark, at: time($0.seconds, rounding)) }
      if stream.began >= since { marks.insert(.init(.subscription, at: time(stream.began, rounding)), at: 0) }
      return MarbleRow(short(label, 100), marks: marks)
    }
    let name = short(recording.output.name, 100)
    let above = shown.map { row("\($0.role): \($0.stream.name)", $0.stream) }
    let below = row(name, recording.output)
    diagram = MarbleDiagram(
      "What has passed \(name)", above.map(MarbleDiagram.Part.row) + [.operation(name), .row(below)])
    words = (above + [below]).map { "\($0.label): \($0.words)." }.joined(separator: " ")
    (self.since, inputs) = (since, shown.count)
  }

  /// The inputs that are drawn, under the names that they have in the test: upstreams before inner streams, and of each
  /// those that have sent something last.
  private static func inputs(of recording: StageRecording) -> [(role: String, stream: StageRecording.Stream)] {
    let outer = recording.inputs.filter { !$0.isInner }
    let inner = recording.inputs.filter(\.isInner)
    let named =
      outer.enumerated().map { (outer.count == 1 ? "source" : "source\($0 + 1)", $1) }
      + inner.enumerated().map { ("inner\($0)", $1) }
    let chosen = named.enumerated().sorted { one, other in
      let (one, other) = (one.element.1, other.element.1)
      return one.isInner == other.isInner ? one.latest > other.latest : other.isInner
    }
    return chosen.prefix(mostInputs).sorted { $0.offset < $1.offset }.map { ($0.element.0, $0.element.1) }
  }

  /// A power of ten in nanoseconds, at most a hundredth of a time in seconds. Signals that are so near to each other
  /// get the same time: their marbles are drawn in a column.
  private static func rounding(_ seconds: Double) -> Int {
    var rounding = 1
    while Double(rounding) * 10 <= seconds * 1e7 { rounding *= 10 }
    return rounding
  }
}

/// A time, rounded to a multiple of some nanoseconds.
private func time(_ seconds: Double, _ rounding: Int) -> VirtualTime {
  VirtualTime(.nanoseconds(Int((seconds * 1e9 / Double(rounding)).rounded()) * rounding))
}

extension StageRecording.Stream {
  /// When it sent its last signal, or began.
  fileprivate var latest: Double { signals.last(where: \.isDrawn)?.seconds ?? began }
}

extension RecordedSignal {
  /// Whether it has a marble: demand has none.
  fileprivate var isDrawn: Bool { kind != .request }

  fileprivate var mark: MarbleRow.Mark.Kind {
    switch kind {
    case .value, .request: .value(shown(text, 60))
    case .finished: .finished
    case .failure: .failure(shown(text, 60))
    case .cancel: .cancel
    }
  }
}

extension MarbleRow {
  fileprivate var words: String {
    let words = marks.map { mark in
      switch mark.kind {
      case .subscription: "subscribed to at \(mark.time) s"
      case .value(let text): "\(text) at \(mark.time) s"
      case .finished: "finished at \(mark.time) s"
      case .failure(let text): "failed with \(text) at \(mark.time) s"
      case .cancel: "cancelled at \(mark.time) s"
      }
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}

/// The beginning of a recorded value; of a placeholder, `<#App.Image#>`, what is between its marks, without the context
/// of a private type.
func shown(_ value: String, _ limit: Int) -> String {
  let isPlaceholder = value.hasPrefix("<#") && value.hasSuffix("#>") && value.utf8.count >= 4
  guard isPlaceholder else { return short(value, limit) }
  let name = value.dropFirst(2).dropLast(2).replacing(#/\(unknown context at \$[0-9a-f]+\)\.?/#, with: "")
  return short(String(name), limit)
}
