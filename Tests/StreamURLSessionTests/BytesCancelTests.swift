import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a transfer is when it is cancelled.
private enum Stage: String, CaseIterable {
  case beforeDemand, atOnce, beforeHead, paused, flowing, insideValue, waitingForServer, beforeEnd, afterEnd

  /// Plays the server's part.
  @Sendable
  func serve(_ client: StreamingServer.Client) {
    switch self {
    case .beforeDemand, .atOnce, .beforeHead:
      _ = client.read()
    case .paused, .flowing, .insideValue:
      client.sendHead()
      // Not as fast as it goes: that would take all of the machine from the tests beside.
      while client.send([UInt8](repeating: 1, count: 10_000)) { Thread.sleep(forTimeInterval: 0.001) }
    case .waitingForServer:
      client.sendHead(length: 100)
      client.send("some")
      _ = client.read()
    case .beforeEnd, .afterEnd:
      client.sendHead(length: 4)
      client.send("some")
    }
  }

  func makeRecorder(onRelease: @escaping @Sendable () -> Void = {}) -> StreamRecorder<Data, URLError> {
    let demand: Subscribers.Demand =
      switch self {
      case .beforeDemand: .none
      case .paused, .beforeEnd: .max(1)
      default: .unlimited
      }
    return StreamRecorder(demand: demand, onRelease: onRelease) { _, recorder in
      if self == .insideValue { recorder.cancel() }
      return .none
    }
  }

  /// Waits until the transfer is there.
  func wait(for recorder: StreamRecorder<Data, URLError>, of server: StreamingServer, connection: Int) async -> Bool {
    switch self {
    case .beforeDemand, .atOnce: true
    case .beforeHead: await server.log.wait { $0.connections == connection }
    case .paused, .flowing, .insideValue, .waitingForServer, .beforeEnd:
      await recorder.record.wait { !$0.values.isEmpty }
    case .afterEnd: await recorder.record.wait { $0.hasEnded }
    }
  }
}

#if canImport(FoundationNetworking)
  private protocol Makeable {
    init()
  }

  extension Makeable {
    // Foundation deprecates the initializer, which a subclass has to call.
    static func make() -> Self { Self() }
  }

  /// A configuration that is not copied: instead it runs a closure.
  // Sendable: the closure is under a lock; the rest is not changed once it is used.
  private final class TellingConfiguration: URLSessionConfiguration, Makeable, @unchecked Sendable {
    let onCopy = Box<@Sendable () -> Void>({})

    @available(*, deprecated)
    override required init() {
      super.init()
      timeoutIntervalForRequest = 3_600
    }

    override func copy(with zone: NSZone? = nil) -> Any {
      onCopy.value()
      return self
    }
  }
#endif

@Suite("bytesPublisher: cancel", .serialized, .timeLimit(.generous))
struct BytesCancelTests {
  @Test(
    "A cancel at any stage closes the connection, releases the subscriber, and ends the stream",
    arguments: Stage.allCases)
  fileprivate func cancel(stage: Stage) async throws {
    let session = URLSession(configuration: .patient)
    try await StreamingServer.run(stage.serve) { server in
      let isReleased = Watched(false)
      var subscription: (any Subscription)?
      do {
        let recorder = stage.makeRecorder { isReleased.update { $0 = true } }
        session.bytesPublisher(for: try server.url()).subscribe(recorder)
        subscription = recorder.attached
        #expect(await stage.wait(for: recorder, of: server, connection: 1))
        recorder.cancel()
        recorder.cancel()
        #expect(await server.log.wait { $0.openConnections == 0 })
        let record = recorder.record.value
        recorder.request(.max(1))
        if stage == .insideValue { expectEqual(record.values.count, 1) }
        if stage != .afterEnd && stage != .beforeEnd { expect(!record.hasEnded) }
        expectEqual(record.overlaps, 0)
      }
      #expect(await isReleased.wait { $0 })
      withExtendedLifetime(subscription) {}
    }
  }

  #if canImport(FoundationNetworking)
    @Test("A cancel while the transfer is being started, before there is a task, stops that")
    func cancelInsideStart() async throws {
      let configuration = TellingConfiguration.make()
      try await StreamingServer.run { client in
        client.sendHead()
        _ = client.read()
      } _: { server in
        weak var subscription: AnyObject?
        do {
          let recorder = StreamRecorder<Data, URLError>()
          configuration.onCopy.value = { [weak recorder] in recorder?.cancel() }
          Publishers.BytesPublisher(request: URLRequest(url: try server.url()), configuration: configuration)
            .subscribe(recorder)
          subscription = recorder.attached as AnyObject
        }
        // The session keeps it until its task has ended, which the server does not see to.
        #expect(try await eventually { subscription == nil })
      }
    }
  #endif

  @Test("A cancel that races the body leaves a prefix, and no connection (rule 5)")
  func races() async throws {
    let session = URLSession(configuration: .patient)
    try await StreamingServer.run { client in
      client.sendHead(length: 50_000)
      client.send([UInt8](repeating: 1, count: 50_000))
    } _: { server in
      for round in 0..<100 {
        let recorder = session.bytesPublisher(for: try server.url()).stream()
        if round % 2 == 0 { _ = await server.log.wait { $0.connections > round / 2 } }
        recorder.cancel()
      }
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }

  #if os(Linux)
    @Test("Transfers leave no descriptor and no thread behind, at whatever stage they are cancelled")
    func leavesNothingBehind() async {
      // In a process of its own: other tests open and close descriptors meanwhile.
      await #expect(processExitsWith: .success) {
        @Sendable func count(_ folder: String) throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
        }
        let session = URLSession(configuration: .patient)
        @Sendable func exchange(_ stage: Stage, times: Int) async throws {
          try await StreamingServer.run(stage.serve) { server in
            for round in 1...times {
              let recorder = stage.makeRecorder()
              session.bytesPublisher(for: try server.url()).subscribe(recorder)
              _ = await stage.wait(for: recorder, of: server, connection: round)
              recorder.cancel()
              _ = await server.log.wait { $0.openConnections == 0 }
            }
          }
        }
        // The first ones open what Foundation and Dispatch keep for all time.
        for stage in Stage.allCases { try await exchange(stage, times: 1) }
        let (descriptors, threads) = (try count("fd"), try count("task"))
        for stage in Stage.allCases { try await exchange(stage, times: 4) }
        // Dispatch lets its threads go after some seconds.
        #expect(try await eventually { try count("fd") <= descriptors + 5 && count("task") <= threads + 5 })
      }
    }
  #endif
}
