import StreamParts
import TestSupport
import Testing

@Suite("Trampoline")
struct TrampolineTests {
  /// A trampoline that closures can refer to.
  private final class Held: Sendable {
    let trampoline = Trampoline()
  }

  @Test("A call runs the work before it returns, and so does the next one")
  func runsAtOnce() {
    let trampoline = Trampoline()
    var runs = 0
    trampoline.run { runs += 1 }
    expectEqual(runs, 1)
    trampoline.run { runs += 1 }
    expectEqual(runs, 2)
  }

  @Test("A call from inside the work runs it again after it has returned")
  func runsAgain() {
    let trampoline = Trampoline()
    var log: [String] = []
    trampoline.run {
      log.append("begin")
      if log.count < 5 { trampoline.run { Issue.record("The work of the first call runs again.") } }
      log.append("end")
    }
    expectEqual(log, ["begin", "end", "begin", "end", "begin", "end"])
  }

  @Test("Several calls from inside one run each count")
  func countsCalls() {
    let trampoline = Trampoline()
    var runs = 0
    trampoline.run {
      runs += 1
      if runs == 1 { for _ in 1...3 { trampoline.run {} } }
    }
    expectEqual(runs, 4)
  }

  @Test("Very many calls from inside the work do not grow the stack")
  func keepsStack() {
    let trampoline = Trampoline()
    var runs = 0
    trampoline.run {
      runs += 1
      if runs < manyTimes { trampoline.run {} }
    }
    expectEqual(runs, manyTimes)
  }

  @Test("Calls of several threads run the work as often, one run at a time")
  func threads() {
    let (held, runs, inside, overlaps) = (Held(), Box(0), Box(0), Box(0))
    concurrently(4) { _ in
      for _ in 0..<500 {
        held.trampoline.run {
          if inside.increment() > 1 { overlaps.increment() }
          runs.increment()
          inside.update { $0 -= 1 }
        }
      }
    }
    expectEqual(runs.value, 2000)
    expectEqual(overlaps.value, 0)
  }
}
