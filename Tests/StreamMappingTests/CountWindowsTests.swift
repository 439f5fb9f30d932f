import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("windows(ofCount:step:)")
struct CountWindowsTests {
  @Test("A window begins one element after the one before")
  func overlap() {
    marbles("-1--2--3--4--|") { $0.windows(ofCount: 2) }
      .expect("----A--B--C--|", values: ["A": [1, 2], "B": [2, 3], "C": [3, 4]])
    expectEqual((1...4).publisher.nwise(3).record().values, [[1, 2, 3], [2, 3, 4]])
  }

  // Case XA-082.
  @Test("Between windows that are further apart elements are dropped, and so is an incomplete one at the end")
  func gaps() {
    marbles("-12345-|") { $0.windows(ofCount: 2, step: 3) }.expect("--A--B-|", values: ["A": [1, 2], "B": [4, 5]])
    expectEqual((1...5).publisher.windows(ofCount: 2, step: 2).record().values, [[1, 2], [3, 4]])
    expectEqual((1...5).publisher.windows(ofCount: 1, step: .max).record().values, [[1]])
  }

  @Test("A long step within a window moves it that far")
  func longStep() {
    expectEqual((1...9).publisher.windows(ofCount: 4, step: 3).record().values, [[1, 2, 3, 4], [4, 5, 6, 7]])
  }

  @Test("A window longer than the stream is never delivered, and reserves no memory")
  func tooLong() {
    let recorder = (1...3).publisher.windows(ofCount: .max).record()
    expect(recorder.values.isEmpty)
    expect(recorder.isFinished)
  }

  @Test("A size or a step of zero traps")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).windows(ofCount: 0) }
    await #expect(processExitsWith: .failure) { _ = Just(1).windows(ofCount: 1, step: 0) }
  }
}
