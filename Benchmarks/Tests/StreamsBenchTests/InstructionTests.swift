import BenchModel
import BenchReport
import Foundation
import Testing

@Suite("Counted instructions")
struct InstructionTests {
  private static let basis = Instructions.Basis(
    compiler: "Swift version 6.3", architecture: "x86_64", library: "glibc 2")
  private let record = Instructions(basis: basis, rows: ["a": 100, "b": 20])

  private func counted(_ rows: [String: Double]) -> Instructions { Instructions(basis: Self.basis, rows: rows) }

  @Test("A row may take 3 % more than recorded, and not more; the fault names row, recorded and counted")
  func allowance() {
    #expect(record.faults(of: counted(["a": 103, "b": 20]), existing: ["a", "b"]).isEmpty)
    let faults = record.faults(of: counted(["a": 103.1, "b": 20]), existing: ["a", "b"])
    #expect(faults == ["a: recorded 100.0, counted 103.1, which is 3.1 % more"])
  }

  @Test("Only the rows that were counted are compared")
  func partly() {
    #expect(record.faults(of: counted(["b": 20]), existing: ["a", "b"]).isEmpty)
  }

  @Test("A row without a record is a fault, and so is a record without a row")
  func missing() {
    #expect(record.faults(of: counted(["c": 5]), existing: ["a", "b", "c"]) == ["c: not recorded, counted 5.0"])
    #expect(record.faults(of: counted(["a": 100]), existing: ["a"]) == ["b: recorded, but there is no such row"])
  }

  @Test(
    "With another compiler, architecture or library nothing is compared, and the fault says so",
    arguments: [
      Instructions.Basis(compiler: "Swift version 6.4", architecture: "x86_64", library: "glibc 2"),
      Instructions.Basis(compiler: "Swift version 6.3", architecture: "arm64", library: "glibc 2"),
      Instructions.Basis(compiler: "Swift version 6.3", architecture: "x86_64", library: "glibc 3"),
    ])
  func otherBasis(_ other: Instructions.Basis) {
    let faults = record.faults(of: Instructions(basis: other, rows: ["a": 1]), existing: ["a", "b"])
    #expect(faults == ["The record holds for \(Self.basis), and this is \(other)."])
  }

  @Test("A row that takes fewer than recorded by more than 3 % is told, so that it is recorded")
  func improvements() {
    #expect(record.improvements(in: counted(["a": 97.5, "b": 19.3])) == ["b: recorded 20.0, counted 19.3"])
  }

  @Test("An update keeps what was not counted, drops rows that are no more, and starts anew on another basis")
  func update() {
    var changed = record
    changed.update(with: counted(["a": 50.04]), existing: ["a", "b"])
    #expect(changed.rows == ["a": 50, "b": 20])
    changed.update(with: counted(["a": 60]), existing: ["a"])
    #expect(changed.rows == ["a": 60])
    let other = Instructions.Basis(compiler: "Swift version 6.4", architecture: "x86_64", library: "glibc 2")
    changed.update(with: Instructions(basis: other, rows: ["b": 1]), existing: ["a", "b"])
    #expect(changed == Instructions(basis: other, rows: ["b": 1]))
  }

  @Test("The record is sorted by name, one row a line, and is read as it was written")
  func json() throws {
    let text = try record.json()
    #expect(text.contains("\n    \"a\" : 100,\n    \"b\" : 20\n"))
    #expect(try JSONDecoder().decode(Instructions.self, from: Data(text.utf8)) == record)
  }

  @Test("Instructions of an element are those of twice as many elements, less those of the elements")
  func difference() {
    let elements = Double(Benchmark.plainSink.countedElements)
    let profiles = ["fn=a\n12 5\ntotals: 1000\n", "totals: \(1000 + Int(elements) * 7)\n"]
    #expect(CountedRun.instructions(profiles, of: .plainSink) == 7)
    #expect(CountedRun.instructions(["", profiles[1]], of: .plainSink) == nil)
  }

  @Test("The record in the repository has a count of each row that can be counted, and of no other")
  func recorded() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Instructions.json")
    let names = Benchmark.allCases.filter { $0.isNotCountedBecause == nil }.map(\.rawValue)
    #expect(try Set(Instructions(contentsOf: file.standardizedFileURL).rows.keys) == Set(names))
  }
}
