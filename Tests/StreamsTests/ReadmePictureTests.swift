import Foundation
import StreamTesting
import Streams
import TestSupport
import Testing

@Suite("The picture of the README")
struct ReadmePictureTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("The README shows this program, and Docs/Marbles/search.svg its run; UPDATE_MARBLES=1 draws it anew")
  func search() throws {
    // The program, as the README has it.
    let clock = TestScheduler()
    let run = marbles("-s-w---f------|", value: { "\($0)" }, scheduler: clock) { typed in
      typed
        .debounce(for: 2, scheduler: clock)
        .flatMapLatest { text in
          Just(text.uppercased()).delay(for: 3, scheduler: clock)
        }
    }
    run.expect("--------W---F-|")
    // Its end.
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
    let program = lines.drop { !$0.hasSuffix("as the README has it.") }.dropFirst().prefix { !$0.hasSuffix("Its end.") }
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    expect(readme.contains(program.map { $0.dropFirst(4) }.joined(separator: "\n")))

    let svg = run.diagram(".debounce(for: 2, scheduler: clock) .flatMapLatest { … }", title: "Search as you type").svg()
    let file = Self.root.appendingPathComponent("Docs/Marbles/search.svg")
    if ProcessInfo.processInfo.environment["UPDATE_MARBLES"] == "1" {
      try svg.write(to: file, atomically: true, encoding: .utf8)
    }
    expect(try String(contentsOf: file, encoding: .utf8) == svg)
  }
}
