import StreamCore
import TestSupport
import Testing

@testable import StreamGrouping

@Suite("WindowTimer")
struct WindowTimerTests {
  @Test("A timer is kept unless it has been replaced, or the windows have ended, while it was set")
  func keeps() {
    let timers = (0..<3).map { _ in AnyCancellable {} }
    var timer = WindowTimer()
    let kept = timer.keep(timers[0], number: 0)
    expect(kept == nil)
    let replaced = timer.restart()
    expectEqual(replaced as? AnyCancellable, timers[0])
    let late = timer.keep(timers[1], number: 0)
    expectEqual(late as? AnyCancellable, timers[1])
    let ended = timer.end()
    expect(ended == nil)
    let unwanted = timer.keep(timers[2], number: 1)
    expectEqual(unwanted as? AnyCancellable, timers[2])
    expect(timer.running == nil)
  }
}
