import Streams
import TestSupport
import Testing

@Suite("Combine's source: debugging")
struct DebuggingSourceTests {
  final class Log: TextOutputStream {
    var text = ""

    func write(_ string: String) {
      text += string
    }
  }

  @Test("print, handleEvents, breakpoint")
  func debugging() {
    let log = Log()
    let print: Publishers.Print<Just<Int>> = Just(1).print("just", to: log)
    expectEqual(print.prefix, "just")
    expectEqual(outputs(print), [1])
    expect(log.text.hasPrefix("just: receive subscription: (Just)\njust: request unlimited\n"))
    var events: [String] = []
    let handled: Publishers.HandleEvents<Just<Int>> = Just(1).handleEvents(
      receiveSubscription: { _ in events.append("subscription") }, receiveOutput: { events.append("\($0)") },
      receiveCompletion: { events.append("\($0)") }, receiveCancel: { events.append("cancel") },
      receiveRequest: { events.append("\($0)") })
    expectEqual(outputs(handled), [1])
    expectEqual(events, ["unlimited", "subscription", "1", "finished"])
    let stopping: Publishers.Breakpoint<Just<Int>> = Just(1).breakpoint(receiveOutput: { $0 == 2 })
    expectEqual(outputs(stopping.breakpointOnError()), [1])
  }
}
