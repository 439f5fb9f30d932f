import StreamTesting
import TestSupport
import Testing

@Suite("wait(seconds:)", .timeLimit(.generous))
struct WaitSecondsTests {
  /// In a function that does not suspend, `wait` is the one that blocks.
  private static func block(seconds: Double) { wait(seconds: seconds) }

  @Test("The thread is blocked for as long, or not at all; a negative length traps")
  func blocks() async {
    let began = ContinuousClock.now
    Self.block(seconds: 0)
    Self.block(seconds: 0.01)
    expect(ContinuousClock.now - began >= .milliseconds(10))
    await #expect(processExitsWith: .failure) { WaitSecondsTests.block(seconds: -1) }
  }

  @Test("The task is suspended for as long, or not at all; a negative length traps")
  func suspends() async {
    let began = ContinuousClock.now
    await wait(seconds: 0)
    await wait(seconds: 0.01)
    expect(ContinuousClock.now - began >= .milliseconds(10))
    await #expect(processExitsWith: .failure) { await wait(seconds: -1) }
  }
}
