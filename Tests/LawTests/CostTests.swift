import Foundation
import TestSupport
import Testing

@testable import StreamTesting

@Suite("Costs grow with what there is, and not with its square", .enabled(if: isFullRun))
struct CostTests {
  // In a process of its own, whose memory nothing else uses. Times are the thread's.
  @Test("A hundred thousand elements of each law cost at most thirty times what ten thousand do")
  func laws() async {
    let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for law in wantedLaws.filter(\.isMeasured) { check(CostLaw(law), smallSize, at: law.law.site) }
    }
    printOutput(of: process)
  }

  @Test("A hundred thousand publishers, keys, subscribers and timers cost at most thirty times what ten thousand do")
  func many() async {
    let process = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for law in wantedCostLaws {
        check(law, smallSize, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      }
    }
    printOutput(of: process)
  }
}

/// The smaller of two numbers of elements whose costs are compared: `STREAMS_COST_SIZE`.
private let smallSize = number("STREAMS_COST_SIZE") ?? 10_000

/// Compares what a number costs with what ten times as many do.
private func check(_ law: CostLaw, _ size: Int, at site: CallSite) {
  law.run(100)
  let (small, large) = (Cost { law.run(size) }, Cost { law.run(10 * size) })
  let line = "\(law.name): \(size) take \(small), \(10 * size) take \(large)"
  print("Cost: \(line)")
  // Besides: the noise of caches; and a kilobyte for each, since what runs first finds memory that is free.
  let isQuick = large.time < small.time * 30 + .milliseconds(100)
  let isSmall = large.kilobytes < small.kilobytes * 30 + 10 * size
  if !isQuick || !isSmall { FailureReporter.report(line, at: site) }
}

/// The processor time of a piece of work, and its peak of memory.
private struct Cost: CustomStringConvertible {
  let time: Duration
  let kilobytes: Int

  init(of work: () -> Void) {
    giveFreeMemoryBack()
    // From now on the kernel measures the peak anew.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let before = memory("VmRSS:")
    time = processorTime(work)
    kilobytes = memory("VmHWM:") - before
  }

  var description: String { "\(time / .milliseconds(1)) ms and \(kilobytes) KB" }
}

/// By its name: Swift's Glibc module leaves the function out.
private func giveFreeMemoryBack() {
  guard let function = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(function, to: (@convention(c) (Int) -> CInt).self)(0)
}

/// A line of the process's status, in kilobytes; 0 where there is none.
private func memory(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  return status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}
