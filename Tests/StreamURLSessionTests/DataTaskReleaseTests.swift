import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("dataTaskPublisher: release of memory", .timeLimit(.generous))
struct DataTaskReleaseTests {
  /// Subscribes, keeps the subscription for ever, lets `end` bring about the end, and waits for the subscriber to go.
  private func releasesSubscriber(
    _ answer: Answer, demand: Subscribers.Demand = .unlimited, end: (LoopbackServer, Recorder) async -> Void
  ) async throws -> Bool {
    try await withServer(answer) { server, session in
      let isReleased = Watched(false)
      var subscription: (any Subscription)?
      do {
        let recorder = Recorder(initialDemand: demand, onRelease: { isReleased.update { $0 = true } })
        try server.publisher(session: session).subscribe(recorder)
        subscription = recorder.attached
        await end(server, recorder)
      }
      let isReleasedInTime = await isReleased.wait { $0 }
      withExtendedLifetime(subscription) {}
      return isReleasedInTime
    }
  }

  @Test("The subscriber is released after the finish (rule 7)")
  func afterFinish() async throws {
    let isReleased = try await releasesSubscriber(.json("{}")) { _, recorder in
      #expect(await recorder.signalsUntilCompletion().last == .finished)
    }
    expect(isReleased)
  }

  @Test("The subscriber is released after a failure (rule 7)")
  func afterFailure() async throws {
    let isReleased = try await releasesSubscriber(.raw("")) { _, recorder in
      #expect(await recorder.signalsUntilCompletion().last?.isFailure == true)
    }
    expect(isReleased)
  }

  @Test("The subscriber is released after a cancel while the task runs (rule 7)")
  func afterCancel() async throws {
    let isReleased = try await releasesSubscriber(.json("{}").held) { server, recorder in
      #expect(await server.log.wait { $0.requests.count == 1 })
      recorder.cancel()
    }
    expect(isReleased)
  }

  @Test("The subscriber is released after a cancel without demand (rule 7)")
  func afterCancelWithoutDemand() async throws {
    #expect(try await releasesSubscriber(.json("{}"), demand: .none) { $1.cancel() })
  }

  @Test("A subscription that has ended retains no task (rule 7)", arguments: [Answer.json("{}"), .raw("")])
  func releasesTask(answer: Answer) async throws {
    try await withServer(answer) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      _ = await recorder.signalsUntilCompletion()
      let subscription = try #require(recorder.attached)
      let state = try #require(Mirror(reflecting: subscription).children.first?.value)
      expectEqual("\(state)", "ended")
    }
  }

  #if os(Linux)
    @Test("Exchanges leave no descriptor behind, of the session or of the test server")
    func leavesNothingBehind() async {
      // In a process of its own: other tests open and close descriptors meanwhile.
      await #expect(processExitsWith: .success) {
        func exchange() async throws {
          try await withServer { server, session in
            for _ in 0..<3 { _ = try await server.exchangeAnother(session: session) }
          }
        }
        func descriptorCount() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        // The first exchange opens what Foundation and Dispatch keep for all time.
        try await exchange()
        let before = try descriptorCount()
        for _ in 0..<30 { try await exchange() }
        // Foundation closes a session's own a little later; one kept of each exchange would be thirty.
        #expect(try await eventually { try descriptorCount() < before + 30 })
      }
    }
  #endif
}
