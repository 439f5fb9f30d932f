import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("toggle")
struct ToggleTests {
  // Case XA-084.
  @Test("Delivers the opposites", arguments: [true, false])
  func opposites(isNamedNegate: Bool) {
    let flags = [true, false].publisher.eraseToAnyPublisher()
    expectEqual((isNamedNegate ? flags.negate() : flags.toggle()).record().values, [false, true])
  }
}
