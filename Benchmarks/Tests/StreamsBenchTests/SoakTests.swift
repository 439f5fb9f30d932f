import BenchSoak
import Testing

@Suite("The soak")
struct SoakTests {
  private func report(_ memory: [(resident: Int, heap: Int)], threads: [Int] = []) -> SoakReport {
    var report = SoakReport()
    for (index, memory) in memory.enumerated() {
      let threads = threads.isEmpty ? 8 : threads[index]
      report.add(.init(values: 1, seconds: 1, resident: memory.resident, heap: memory.heap, threads: threads))
    }
    return report
  }

  @Test("The last part is compared with the first, whatever is between")
  func margin() {
    #expect(report([(50_000_000, 3_000_000), (90_000_000, 9_000_000), (52_000_000, 3_200_000)]).faults.isEmpty)
    #expect(
      report([(50_000_000, 3_000_000), (52_001_000, 3_000_000)]).faults
        == ["The resident memory has grown by 2001 kB, permitted 2000 kB."])
    #expect(
      report([(50_000_000, 3_000_000), (40_000_000, 3_250_000)]).faults
        == ["The heap in use has grown by 250 kB, permitted 200 kB."])
  }

  @Test("A thread that has come may keep 100 kB; one that has gone permits no less")
  func threads() {
    let memory = [(resident: 50_000_000, heap: 3_000_000), (resident: 52_200_000, heap: 3_000_000)]
    #expect(report(memory, threads: [8, 10]).faults.isEmpty)
    #expect(
      report(memory, threads: [8, 9]).faults == ["The resident memory has grown by 2200 kB, permitted 2100 kB."])
    #expect(
      report(memory, threads: [8, 6]).faults == ["The resident memory has grown by 2200 kB, permitted 2000 kB."])
  }

  @Test("A soak that has run nothing fails")
  func nothing() {
    #expect(report([]).faults == ["Nothing was run."])
    #expect(throws: SoakFault.self) { try Soak(duration: .zero) { _ in false }.run { _ in } }
  }

  @Test("A line has the values, their rate and the memory")
  func line() {
    let mark = SoakReport.Mark(values: 3_000, seconds: 2, resident: 5_000_000, heap: 400_000, threads: 9)
    #expect(
      SoakReport.line(2, mark) == "2: 3000 values, 1500 a second; resident 5000 kB, heap in use 400 kB; 9 threads")
  }

  @Test("Each kind of work receives what it sends", arguments: Soak(duration: .zero).names)
  func works(_ name: String) async throws {
    for size in [1, 2, 100] { #expect(try await elsewhere { try Soak.work(name, size: size) } > 0) }
  }
}
