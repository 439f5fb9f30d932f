import BenchModel
import BenchReport
import Foundation
import Testing

@Suite("The reports of streams-bench")
struct ReportTests {
  private func measurement(
    _ figures: [Double?], goal: Benchmark.Goal = .init(ofOpenCombine: 0.25, ofFloor: 2.5), isOfMemory: Bool = false
  ) -> Row {
    Row(name: "a → b & c", goal: goal, isOfMemory: isOfMemory, figures: figures)
  }

  @Test("A row has reached its goals if both of its ratios are below them; the worse one counts")
  func goals() throws {
    #expect(measurement([10, 5, 100, nil]).shareOfGoal == 0.8)
    #expect(measurement([10, 2, 100, nil]).shareOfGoal == 2)
    #expect(measurement([10, nil, 20, nil]).shareOfGoal == 2)
    #expect(measurement([10, nil, nil, nil]).shareOfGoal == nil)
    #expect(measurement([10, 5, nil, 4], goal: .init(ofFloor: 2.5, ofAsync: 2)).shareOfGoal == 1.25)
    #expect(Table.line(measurement([10, 5, 100, nil])).hasSuffix("reached"))
    #expect(Table.line(measurement([10, 2, 100, nil])).hasSuffix("missed by 2.00 ×"))
  }

  @Test("A goal can name another row, the reference, which the table and the JSON show")
  func reference() throws {
    let row = Row(
      name: "a", goal: .init(ofReference: 2), isOfMemory: false, figures: [30, nil, nil, nil], reference: 10)
    #expect(row.shareOfGoal == 1.5)
    #expect(Table.line(row).hasSuffix("3.0 × the reference (goal 2.0), missed by 1.50 ×"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(try row.json().utf8)) as? [String: Any])
    #expect(object["reference_ns"] as? Double == 10)
    #expect(object["goal_of_reference"] as? Double == 2)
  }

  @Test("A row that allocates more than it may says so; what other threads allocate now and then is not counted")
  func allocations() throws {
    func row(_ count: Double, permitted: Double) -> Row {
      Row(
        name: "a", goal: .init(), isOfMemory: false, figures: [30, nil, nil, nil],
        allocations: Allocations(perElement: count, permitted: permitted))
    }
    #expect(Table.line(row(1, permitted: 0)).hasSuffix("allocates, permitted 0.0"))
    #expect(row(1, permitted: 0).allocations?.isExceeded == true)
    #expect(row(1.04, permitted: 1).allocations?.isExceeded == false)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(try row(1, permitted: 2).json().utf8)) as? [String: Any])
    #expect(object["allocations"] as? Double == 1)
    #expect(object["permitted_allocations"] as? Double == 2)
  }

  @Test("A line of JSON has each contestant's key, with null for those that do not take part")
  func json() throws {
    let line = try measurement([10, 5, nil, 7]).json()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["case"] as? String == "a → b & c")
    #expect(object["streams_ns"] as? Double == 10)
    #expect(object["floor_ns"] as? Double == 5)
    #expect(object["opencombine_ns"] is NSNull)
    #expect(object["asyncalgorithms_ns"] as? Double == 7)
    #expect(object["bytes_per_subscription"] == nil)
    #expect(!line.contains("\n"))
  }

  @Test("A row of memory states bytes and no time")
  func memory() throws {
    let line = try measurement([300, nil, 600, nil], isOfMemory: true).json()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["bytes_per_subscription"] as? Double == 300)
    #expect(object["opencombine_bytes_per_subscription"] as? Double == 600)
    #expect(object["streams_ns"] is NSNull)
  }

  @Test("The plot has a bar with ratio and goal for each row with a peer, and is well-formed")
  func plot() throws {
    let svg = Plot([measurement([10, nil, 100, nil]), measurement([10, 5, nil, nil])]).svg
    #expect(svg.components(separatedBy: "class=\"bar\"").count == 2)
    #expect(svg.contains("a → b &amp; c: 10.0 times, goal 4.0"))
    #expect(svg.contains("class=\"goal\""))
    #expect(isWellFormed(svg))
  }

  @Test("The plot of growth has a panel for each row, and a mark for each contestant and size")
  func growthPlot() {
    let rows = [(size: 1_000, figures: [5, 4, 200, nil]), (size: 100_000, figures: [5.1, 4, nil, nil])].map {
      (size: $0.size, row: measurement($0.figures))
    }
    let svg = GrowthPlot([("a → b & c: elements", rows), ("nothing: stages", [])]).svg
    #expect(svg.components(separatedBy: "<circle").count == 1 + 1 + 2)
    #expect(svg.components(separatedBy: "class=\"other\"").count == 1 + 1 + 1)
    #expect(svg.contains("a → b &amp; c, 1000 elements: OpenCombine 200 ns, swift-streams 5.0 ns, floor 4.0 ns"))
    #expect(svg.contains(">10³<") && svg.contains(">10⁵<") && svg.contains(">elements<"))
    #expect(!svg.contains("nothing"))
    #expect(isWellFormed(svg))
  }

  /// Whether each tag is closed, and nothing but tags begins with their sign.
  private func isWellFormed(_ svg: String) -> Bool {
    var open: [Substring] = []
    for tag in svg.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
      if !tag.output.1.isEmpty {
        guard open.popLast() == tag.output.2 else { return false }
      } else if tag.output.3.isEmpty {
        open.append(tag.output.2)
      }
    }
    return open.isEmpty && !svg.contains("& ") && !svg.contains("< ")
  }

  @Test("Every row of the table has its own name")
  func names() {
    let names =
      Benchmark.allCases.map(\.rawValue) + Growth.allCases.map(\.rawValue) + Contention.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
  }
}
