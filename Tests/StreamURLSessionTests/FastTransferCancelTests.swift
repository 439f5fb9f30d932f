#if os(Linux)
  import Foundation
  import FoundationNetworking
  import StreamCore
  import StreamURLSession
  import TestSupport
  import Testing

  /// Each test has a process of its own: other tests take memory meanwhile.
  @Suite("Transfers: cancel of an endless body at full speed", .serialized, .timeLimit(.generous))
  struct FastTransferCancelTests {
    @Test("Memory stays constant and the connection is closed at once, while pieces are taken as they come")
    func flowing() async {
      await #expect(processExitsWith: .success) {
        try await cancelMany { session, url, hasCome in
          session.bytesPublisher(for: url).sink { _ in
          } receiveValue: { _ in
            hasCome.value = true
          }
        }
      }
    }

    @Test("Memory stays constant and the connection is closed at once, while pieces wait on disk")
    func paused() async {
      await #expect(processExitsWith: .success) {
        try await cancelMany { session, url, hasCome in
          let recorder = session.bytesPublisher(for: url).stream(demand: .max(1)) { _, _ in
            hasCome.value = true
            return .none
          }
          return AnyCancellable { recorder.cancel() }
        }
      }
    }

    @Test("Memory stays constant and the connection is closed at once, while pieces are written to a file")
    func download() async {
      await #expect(processExitsWith: .success) {
        try await cancelMany { session, url, hasCome in
          session.downloadTaskPublisher(for: url).sink { _ in
          } receiveValue: { _ in
            hasCome.value = true
          }
        }
      }
    }
  }

  private func cancelMany(
    _ subscribe: @Sendable (URLSession, URL, Box<Bool>) -> AnyCancellable
  ) async throws {
    let piece = [UInt8](repeating: 1, count: 65_536)
    try await StreamingServer.run { client in
      client.sendHead()
      while client.send(piece) {}
    } _: { server in
      let session = URLSession(configuration: .patient)
      let idle = try ResidentMemory.megabytes()
      let memory = try ResidentMemory()
      let clock = ContinuousClock()
      var delays: [Duration] = []
      for round in 1...20 {
        let hasCome = Box(false)
        let transfer = subscribe(session, try server.url(), hasCome)
        #expect(try await eventually { hasCome.value })
        try await Task.sleep(for: isFullRun ? .seconds(1) : .milliseconds(50))
        let cancelled = clock.now
        transfer.cancel()
        #expect(await server.log.wait { $0.connections == round && $0.openConnections == 0 })
        delays.append(clock.now - cancelled)
      }
      // What is in use when pieces come, and what the server itself takes, is included.
      let peak = memory.finish()
      // The thread sanitizer has several bytes of its own for each.
      let limit = isThreadSanitized ? 640 : 64
      expect(peak - idle <= limit, "\(idle) MB, and then \(peak) MB")
      // Milliseconds, but for what else the machine has to do: a second is what the documentation allows. If the
      // machine stands still for a while, that delays a few.
      delays.sort()
      expect(delays[delays.count / 2] < .seconds(2), "\(delays)")
      expect(delays.last ?? .zero < .seconds(30), "\(delays)")
    }
  }
#endif
