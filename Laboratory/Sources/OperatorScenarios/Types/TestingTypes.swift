import StreamFiltering
import StreamMapping
import StreamTesting

extension TypeTable {
  static let testing = TypeTable(
    "StreamTesting",
    unplayed: [UnplayedType("Marbles", because: "it is an example of the notation, and no stream")],
    [
      TypeScenario("MarbleMismatch") {
        let run = marbles("--1-2---#") { $0 }
        do throws(MarbleMismatch) {
          try run.check("--1-(23)-|")
          return ""
        } catch {
          return error.description
        }
      },
      TypeScenario("MarbleRun.expect(_:upstream:fileID:filePath:line:column:)") {
        let run = marbles("-1-2-|") { $0.map { $0 * 10 } }
        do throws(MarbleMismatch) {
          try run.check("-A-(BC)|")
          return ""
        } catch {
          return error.description
        }
      },
      TypeScenario("MarbleDiagram.text(width:)") {
        marbles("--1--2--7--3--|") { $0.prefix { $0 < 5 } }.diagram("prefix { $0 < 5 }").text()
      },
    ])
}
