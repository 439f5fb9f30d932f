#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import StreamTesting

  @Suite("What the pipelines of laws cost", .enabled(if: isFullRun))
  struct LawCostTests {
    // In a process of its own, whose memory nothing else uses. Times are the thread's.
    @Test("A hundred thousand elements cost at most thirty times what ten thousand do, in time and in memory")
    func grows() async {
      let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        for law in allLaws.keys.sorted().flatMap({ allLaws[$0] ?? [] }) where isMeasured(law) {
          let (small, large) = (Cost(of: law, elements: 10_000), Cost(of: law, elements: 100_000))
          let line = "\(law): 10,000 elements take \(small), 100,000 take \(large)"
          print("Cost: \(line)")
          // Besides: the noise of caches; and a kilobyte an element, since what runs first finds memory that is free.
          let isQuick = large.time < small.time * 30 + .milliseconds(100)
          let isSmall = large.kilobytes < small.kilobytes * 30 + 131_072
          if !isQuick || !isSmall { FailureReporter.report(line, at: law.law.site) }
        }
      }
      printOutput(of: process)
    }
  }

  /// Laws of few elements, and those that run in real time alone, say nothing here.
  private func isMeasured(_ law: FamilyLaw) -> Bool {
    guard wantedLaw.map({ law.law.name.contains($0) }) ?? true else { return false }
    return (law.law.space.lengths.max() ?? 0) >= 1_000 && law.law.space.places.contains { !$0.isReal }
  }

  /// The processor time of a run, and the most memory that it had at a time.
  private struct Cost: CustomStringConvertible {
    let time: Duration
    let kilobytes: Int

    init(of law: FamilyLaw, elements: Int) {
      giveFreeMemoryBack()
      // From now on the kernel measures the peak anew.
      try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
      let before = memory("VmRSS:")
      time = processorTime {
        _ = LawDriver(LawCase(.array, length: elements), patience: .seconds(60)).outcome(of: law.law.pipeline)
      }
      kilobytes = memory("VmHWM:") - before
    }

    var description: String { "\(time / .milliseconds(1)) ms and \(kilobytes) KB" }
  }

  /// By its name: Swift's Glibc module leaves the function out.
  private func giveFreeMemoryBack() {
    guard let function = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(function, to: (@convention(c) (Int) -> CInt).self)(0)
  }

  /// A line of the process's status, in kilobytes.
  private func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? Int(line.filter(\.isNumber)) ?? 0
  }
#endif
