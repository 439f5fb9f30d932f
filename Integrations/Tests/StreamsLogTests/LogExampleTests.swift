import InMemoryLogging
import Logging
import StreamCore
import StreamsLog
import Testing

@Suite("The page of StreamsLog")
struct LogExampleTests {
  @Test("Its example logs what it says")
  func example() {
    let handler = InMemoryLogHandler()
    let logger = Logger(label: "shop") { _ in handler }
    let subscription = [3, 5].publisher
      .log("orders", to: logger, level: .info, signals: [.values, .finished])
      .sink { print($0) }
    withExtendedLifetime(subscription) {}
    #expect(
      handler.entries.map { "\($0.message) \($0.metadata["value"] ?? "")" } == [
        "orders: value 3", "orders: value 5", "orders: finished ",
      ])
  }
}
