import StreamParts
import TestSupport
import Testing

@Suite("SerialState")
struct SerialStateTests {
  @Test("The value is the one of the last change, for all who hold the state")
  func value() {
    let state = SerialState(1)
    let other = state
    expectEqual(state.value, 1)
    state.value = 2
    expectEqual(other.value, 2)
    other.value += 3
    expectEqual(state.value, 5)
  }

  @Test("A change in place does not copy a value that has storage of its own")
  func changesInPlace() {
    let state = SerialState([Int]())
    state.value.reserveCapacity(100)
    let before = state.value.withUnsafeBufferPointer { $0.baseAddress }
    for number in 0..<100 { state.value.append(number) }
    expectEqual(state.value.withUnsafeBufferPointer { $0.baseAddress }, before)
    expectEqual(state.value, Array(0..<100))
  }

  @Test("A value that was taken out stays as it was when the state changes")
  func takesOut() {
    let state = SerialState([1])
    let taken = state.value
    state.value.append(2)
    expectEqual(taken, [1])
    expectEqual(state.value, [1, 2])
  }

  @Test("A value is released when it is replaced, and the last one with the state")
  func releases() {
    let alive = Box(0)
    do {
      let state = SerialState<Counted?>(Counted(alive))
      state.value = Counted(alive)
      expectEqual(alive.value, 1)
      state.value = nil
      expectEqual(alive.value, 0)
      state.value = Counted(alive)
    }
    expectEqual(alive.value, 0)
  }

  @Test("The code that a replaced value runs at its end finds the new value")
  func releasesAfterChange() {
    final class Reader {
      let read: () -> Void

      init(_ read: @escaping () -> Void) { self.read = read }

      deinit { read() }
    }
    let state = SerialState<Reader?>(nil)
    let found = Box<[Bool]>([])
    weak let weakState = state
    state.value = Reader { found.update { $0.append(weakState?.value == nil) } }
    state.value = nil
    expectEqual(found.value, [true])
  }
}
