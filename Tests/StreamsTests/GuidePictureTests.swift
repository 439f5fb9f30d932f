import Foundation
import StreamTesting
import Streams
import TestSupport
import Testing

@Suite("The pictures of the guide to marbles")
struct GuidePictureTests {
  private static let guides = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Docs/Website/Guides.docc").standardizedFileURL

  @Test("The guide shows the run of a debounce as text and as a picture; UPDATE_MARBLES=1 draws it anew")
  func debounce() throws {
    let clock = TestScheduler()
    let run = marbles("-12---34---|", scheduler: clock) { typing in
      typing.debounce(for: 2, scheduler: clock)
    }
    try isShown(run.diagram("debounce(for: 2, scheduler: clock)"), as: "marbles-debounce")
  }

  @Test("The guide shows what demand makes of three pipelines, as text and as a picture")
  func demand() throws {
    let diagram = self.diagram(
      "-1-23-4--5-|", demand: "1----1--3", requests: [(0, .max(1)), (5, .max(1)), (8, .max(3))])
    try isShown(diagram, as: "marbles-demand")
  }

  @Test("The answer to the exercise about demand is what its run shows")
  func exercise() throws {
    try isShown(diagram("-1-2-3-4-|", demand: "--1---2", requests: [(2, .max(1)), (6, .max(2))]))
  }

  private func diagram(_ line: Marbles, demand: Marbles, requests: DemandLog) -> MarbleDiagram {
    func row<P: Publisher>(
      _ label: String, _ pipeline: (MarblePublisher<String, MarbleFailure>) -> P
    ) -> MarbleRow {
      let clock = TestScheduler()
      let options = TestableSubscriberOptions(initialDemand: .none, scriptedDemand: requests)
      let subscriber = clock.createTestableSubscriber(P.Output.self, P.Failure.self, options: options)
      let source = clock.publisher(line, failure: MarbleFailure()) { "\($0)" }
      pipeline(source).subscribe(subscriber)
      clock.resume()
      return MarbleRow(label, subscriber)
    }
    return MarbleDiagram(
      "One demand, three pipelines",
      rows: [
        MarbleRow("upstream", line, valueType: "String"), MarbleRow("demand", demand),
        row("no operator") { $0 },
        row("buffer") { $0.buffer(size: 10, whenFull: .dropNewest) },
        row("conflate") { $0.conflate() },
      ])
  }

  private func isShown(_ diagram: MarbleDiagram, as picture: String? = nil) throws {
    let guide = try String(contentsOf: Self.guides.appendingPathComponent("HowToReadMarbles.md"), encoding: .utf8)
    expect(guide.contains("\n\(diagram)\n```"))
    guard let picture else { return }
    expect(guide.contains("(\(picture).svg)"))
    let file = Self.guides.appendingPathComponent("\(picture).svg")
    if ProcessInfo.processInfo.environment["UPDATE_MARBLES"] == "1" {
      try diagram.svg().write(to: file, atomically: true, encoding: .utf8)
    }
    expect(try String(contentsOf: file, encoding: .utf8) == diagram.svg())
  }
}
