import Foundation
import OperatorScenarios
import StreamTesting
import Testing

/// The laboratory has a test of each run to copy. `Docs/build-docs.sh` compiles and runs those of all; some are
/// here, as a reader would have copied them.
@Suite("The tests that the laboratory has to copy")
struct CopiedTests {
  private static let header = """
    // Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
    // swift-format-ignore-file

    """

  @Test(
    "A copy is what the laboratory has, and passes beside this test",
    arguments: [
      ("Filter", "filter(_:)", ["isIncluded": 1]),
      ("Scan", "scan(_:_:)", ["initialResult": 3, "nextPartialResult": 2]),
      ("FlatMapLatest", "flatMapLatest(_:)", [:]), ("Debounce", "debounce(for:scheduler:options:)", ["for": 2]),
      ("Share", "share()", [:]), ("AsyncMapLatest", "asyncMapLatest(priority:_:)", [:]),
    ] as [(String, String, [String: Int])])
  func copies(file: String, symbol: String, numbers: [String: Int]) async throws {
    let scenario = try #require(Family.all.flatMap(\.scenarios).first { $0.symbol == symbol })
    let text = await scenario.test(of: scenario.run(numbers: numbers))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Copied")
    let copy = folder.appendingPathComponent("\(file).swift")
    let expected = Self.header + text + "\n"
    if ProcessInfo.processInfo.environment["COPY_TESTS"] != nil {
      try Data(expected.utf8).write(to: copy)
    }
    #expect(try String(contentsOf: copy, encoding: .utf8) == expected)
  }

  @Test("A test has the timelines, numbers and demand of the run")
  func edited() async throws {
    let scenario = try #require(Family.all.flatMap(\.scenarios).first { $0.symbol == "prefix(_:)" })
    let outcome = await scenario.run(timelines: ["upstream": "5-6-|", "demand": "1--1"], numbers: ["count": 4])
    let text = scenario.test(of: outcome, timelines: ["upstream": "5-6-|"])
    for part in ["\"5-6-|\"", "upstream.prefix(4)", "demand: \"1--1\""] { #expect(text.contains(part), "\(text)") }
  }
}
