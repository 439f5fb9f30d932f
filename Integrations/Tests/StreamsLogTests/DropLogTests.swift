import InMemoryLogging
import IntegrationTestSupport
import Logging
import StreamCore
import StreamSharing
import StreamTesting
import StreamsLog
import Testing

@Suite("Drops in the log", .generous)
struct DropLogTests {
  @Test("Names the operator, the reason and the place", arguments: [true, false])
  func drops(isOn: Bool) {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "tests") { _ in handler }
    logger.logLevel = isOn ? .warning : .error
    let line = #line + 3
    withDropHook(StreamLog.dropHandler(to: logger)) {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = upstream.buffer(size: 1, whenFull: .dropNewest).record(demand: .none)
      upstream.send(1)
      upstream.send(2)
      recorder.cancel()
    }
    let entries = handler.entries.filter { $0.metadata["site"] == "StreamsLogTests/DropLogTests.swift:\(line)" }
    #expect(entries.count == (isOn ? 1 : 0))
    for entry in entries {
      #expect(entry.level == .warning && entry.message == "dropped")
      #expect(entry.metadata["count"] == "1" && entry.metadata["reason"] == "overflow")
    }
  }
}
