import StreamCore
import StreamParts
import TestSupport
import Testing

@Suite("The handle of a timer")
struct AlarmHandleTests {
  @Test("A timer is cancelled with the handle, once, and one that comes later at once", arguments: [false, true])
  func cancels(comesLater: Bool) {
    let cancels = Box(0)
    let timer = AnyCancellable { cancels.increment() }
    let handle = AlarmHandle()
    if comesLater { expect(!handle.cancel()) }
    handle.keep(timer)
    expectEqual(cancels.value, (comesLater ? 1 : 0))
    expectEqual(handle.cancel(), !comesLater)
    expect(!handle.cancel())
    expectEqual(cancels.value, 1)
    withExtendedLifetime(timer) {}
  }
}
