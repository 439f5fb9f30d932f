import BenchModel
import BenchReport
import Foundation
import Testing

@Suite("What a library costs a build")
struct BuildTests {
  @Test("A row without a miss is held to its goal: a share of OpenCombine's figure, or a figure of its own")
  func goals() {
    #expect(BuildRow.debug.goal == .ofOpenCombine(2.5) && BuildRow.debug.reached == nil)
    #expect(!BuildFigure(.debug, streams: 25, openCombine: 10).failsCheck)
    #expect(BuildFigure(.debug, streams: 25.1, openCombine: 10).failsCheck)
    #expect(BuildFigure(.debug, streams: 1).failsCheck)
    #expect(!BuildFigure(.typeCheck, streams: 100).failsCheck)
    #expect(BuildFigure(.typeCheck, streams: 100.1, openCombine: 200).failsCheck)
  }

  @Test("A row on the list of misses is held to what it has reached, and is there in vain once it reaches its goal")
  func misses() throws {
    let reached = try #require(BuildRow.release.reached)
    guard case .ofOpenCombine(let share) = reached else {
      return #expect(Bool(false), "A share of OpenCombine's figure")
    }
    #expect(!BuildFigure(.release, streams: 10 * share, openCombine: 10).failsCheck)
    #expect(BuildFigure(.release, streams: 10 * share + 0.1, openCombine: 10).failsCheck)
    #expect(!BuildFigure(.release, streams: 10 * share, openCombine: 10).isListedInVain)
    #expect(BuildFigure(.release, streams: 13, openCombine: 10).isListedInVain)
    #expect(!BuildFigure(.debug, streams: 1, openCombine: 10).isListedInVain)
  }

  @Test("A line of the report has both figures, their ratio, the goal and whether it is reached")
  func line() throws {
    let figure = BuildFigure(.debug, streams: 3, openCombine: 1.5, note: "once")
    #expect(
      figure.description
        == "debug build of 50 pipelines: ours 3.0 s, OpenCombine 1.5 s, 2.00 ×, goal 2.5 ×, reached, once")
    #expect(
      BuildFigure(.typeCheck, streams: 17).description
        == "type-check of a chain of 16 operators: ours 17.0 ms, goal 100 ms, reached")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(try figure.json().utf8)) as? [String: Any])
    #expect(object["streams"] as? Double == 3 && object["opencombine"] as? Double == 1.5)
    #expect(object["goal_of_opencombine"] as? Double == 2.5 && object["unit"] as? String == "s")
  }

  @Test("Docs/Performance.md lists the builds that miss their goal, with figures of the code, and a reason for each")
  func documented() throws {
    let rows = try DocumentTable.rows(below: "### Builds that miss their goal")
    #expect(rows.map { $0.prefix(3).joined(separator: " | ") } == BuildRow.allCases.compactMap(\.miss))
    #expect(rows.allSatisfy { $0.count == 4 && $0[3].count > 10 })
  }
}
