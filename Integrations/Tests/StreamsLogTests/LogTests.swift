import InMemoryLogging
import IntegrationTestSupport
import Logging
import StreamCore
import StreamTesting
import StreamsLog
import Synchronization
import Testing

/// A logger that keeps what it logs.
private func memory(level: Logger.Level) -> (logger: Logger, events: () -> [InMemoryLogHandler.Entry]) {
  let handler = InMemoryLogHandler()
  var logger = Logger(label: "tests") { _ in handler }
  logger.logLevel = level
  return (logger, { handler.entries })
}

extension InMemoryLogHandler.Entry {
  fileprivate var line: String {
    let metadata = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    return "\(level) \(message)\(metadata)" + (error.map { " error=\($0)" } ?? "")
  }
}

@Suite("log", .generous)
struct LogTests {
  @Test("Changes nothing, however the stream is run")
  func law() {
    let logger = memory(level: .trace).logger
    verifyLaw("log changes nothing", .identity) { upstream, _ in upstream.log("law", to: logger) }
  }

  @Test("Logs each signal with its metadata, the failure at its own level")
  func logsSignals() {
    let (logger, events) = memory(level: .trace)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.log("numbers", to: logger, level: .trace)
      .record(demand: .max(1)) { _ in .max(2) }
    upstream.send(1)
    recorder.request(.unlimited)
    upstream.send(completion: .failure(TestError("torn")))
    #expect(
      events().map(\.line) == [
        "trace numbers: subscription", "trace numbers: request demand=1", "trace numbers: value value=1",
        "trace numbers: request demand=2", "trace numbers: request demand=unlimited",
        "error numbers: failure error=torn",
      ])
    #expect(recorder.values == [1])
    #expect(recorder.completions.count == 1)
    #expect(upstream.requests == [.demand(.max(1)), .demand(.unlimited)])
  }

  @Test("Logs a finish, and a cancel once, at the level of the others")
  func logsEnds() {
    let (logger, events) = memory(level: .info)
    _ = Empty<Int, Never>().log("none", to: logger, level: .notice, signals: .lifecycle).record()
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.log("open", to: logger, level: .info, signals: .cancel).record()
    recorder.cancel()
    recorder.cancel()
    #expect(
      events().map(\.line) == ["notice none: subscription", "notice none: finished", "info open: cancel"])
    #expect(upstream.cancelCount == 1)
  }

  @Test("Describes a value with the closure, and names the caller's line")
  func describes() throws {
    let sites = Mutex<[String]>([])
    let logger = Logger(label: "tests") { _ in
      SiteHandler { site in sites.withLock { $0.append(site) } }
    }
    _ = [1, 2].publisher.log("n", to: logger, level: .info, signals: .values, value: { "<\($0)>" }).record()
    let line = #line - 1
    #expect(
      sites.withLock { $0 } == [1, 2].map { "n: value <\($0)> StreamsLogTests/LogTests.swift:\(line) describes()" })
  }

  @Test("Below the logger's level the subscriber is attached to upstream itself")
  func offIsNothing() {
    let (logger, events) = memory(level: .critical)
    let types = Mutex<[String]>([])
    let upstream = SubscriberTypes<Int, TestError> { type in types.withLock { $0.append(type) } }
    upstream.subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.log("off", to: logger).subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.log("off", to: logger, level: .critical, signals: [])
      .subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    upstream.log("on", to: logger, level: .critical).subscribe(RecordingSubscriber<Int, TestError>(demand: .unlimited))
    let seen = types.withLock { $0 }
    #expect(seen.count == 4)
    #expect(seen[1] == seen[0] && seen[2] == seen[0])
    #expect(seen[3] != seen[0])
    #expect(
      events().map(\.line) == [
        "critical on: subscription", "critical on: request demand=unlimited", "critical on: finished",
      ])
  }

  @Test("A stream that cannot fail has no failure to wait for")
  func neverFails() {
    let (logger, _) = memory(level: .error)
    let types = Mutex<[String]>([])
    let upstream = SubscriberTypes<Int, Never> { type in types.withLock { $0.append(type) } }
    upstream.subscribe(RecordingSubscriber<Int, Never>(demand: .unlimited))
    upstream.log("off", to: logger).subscribe(RecordingSubscriber<Int, Never>(demand: .unlimited))
    #expect(types.withLock { $0[0] == $0[1] })
  }

  @Test("With values off and failures on, no value is described or logged")
  func valuesOff() {
    let (logger, events) = memory(level: .error)
    let described = Mutex(0)
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.log(
      "n", to: logger,
      value: { value in
        described.withLock { $0 += 1 }; return "\(value)"
      }
    )
    .record()
    for value in 0..<1_000 { upstream.send(value) }
    #expect(recorder.values.count == 1_000)
    #expect(described.withLock { $0 } == 0)
    #expect(events().isEmpty)
    upstream.send(completion: .failure(TestError()))
    #expect(events().map(\.line) == ["error n: failure error=failure"])
  }

  @Test("Keeps the contract, with its closure released at the end")
  func contract() {
    let (logger, _) = memory(level: .trace)
    verifyContract(
      of: ContractSpecimen("log(_:)") { upstream, token in
        upstream.log("c", to: logger, value: { "\(token.pass($0))" })
      })
  }
}

/// Tells what a log event says of its place.
private struct SiteHandler: LogHandler {
  let tell: @Sendable (String) -> Void
  var logLevel = Logger.Level.trace
  var metadata = Logger.Metadata()

  init(tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let value = event.metadata?["value"].map { "\($0)" } ?? "?"
    tell("\(event.message) \(value) \(event.file):\(event.line) \(event.function)")
  }
}
