import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("CancellableWork")
struct CancellableWorkTests {
  // Each question that wraps the work once more would take more time and stack than the one before.
  @Test("Work that a timer repeats for long costs no more than at first")
  func repeats() async {
    await #expect(processExitsWith: .success) {
      let runs = Box(0)
      let work = CancellableWork { runs.update { $0 += 1 } }
      for _ in 0..<100_000 where work.isWanted { work.run() }
      expect(runs.value == 100_000)
      work.cancel()
      work.run()
      expect(runs.value == 100_000 && !work.isWanted)
    }
  }
}
