import StreamParts
import TestSupport
import Testing

@Suite("MirroredState")
struct MirroredStateTests {
  private struct Counts: MirroredByWord {
    var mirrored: UInt = 0
    var other = 0

    var mirror: UInt { mirrored }
  }

  private final class Held: Sendable {
    let state = MirroredState(Counts())
  }

  @Test("The word is that of the state from the beginning, and after each change")
  func word() {
    let state = MirroredState(Counts(mirrored: 3))
    expectEqual(state.mirror, 3)
    let result = state.change { counts in
      counts.mirrored = 4
      return "result"
    }
    expectEqual(result, "result")
    expectEqual(state.mirror, 4)
    expectEqual(state.value.mirrored, 4)
  }

  @Test("The word stays as it was until a change has returned")
  func wordDuringChange() {
    let state = MirroredState(Counts(mirrored: 1))
    state.change { counts in
      counts.mirrored = 2
      expectEqual(state.mirror, 1)
    }
    expectEqual(state.mirror, 2)
  }

  @Test("What is not mirrored can be changed without storing the word")
  func otherFields() {
    let state = MirroredState(Counts(mirrored: 1))
    let result = state.withLock { counts in
      counts.other = 5
      return counts.other
    }
    expectEqual(result, 5)
    expectEqual(state.value.other, 5)
    expectEqual(state.mirror, 1)
  }

  @Test("A thread that has seen a change of the state sees the word of that change, or of a later one")
  func neverBehind() {
    let held = Held()
    concurrently(3) { thread in
      for _ in 0..<500 {
        if thread == 0 {
          held.state.change { $0.mirrored += 1 }
        } else {
          let seen = held.state.value.mirrored
          if held.state.mirror < seen { Issue.record("The word is behind the state.") }
        }
      }
    }
    expectEqual(held.state.mirror, 500)
  }
}
