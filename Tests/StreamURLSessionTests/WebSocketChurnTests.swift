#if os(Linux)
  import Foundation
  import FoundationNetworking
  import StreamCore
  import StreamURLSession
  import TestSupport
  import Testing

  /// In a process of its own: other tests open descriptors meanwhile. `STREAMS_FULL=1` plays 2,000 rounds.
  @Suite("webSocketPublisher: cancels at random moments", .timeLimit(.generous))
  struct WebSocketChurnTests {
    @Test("Connections that are cancelled and closed at random moments leave no descriptor, task or subscriber behind")
    func leavesNothing() async {
      await #expect(processExitsWith: .success) {
        let churn = Churn(rounds: 300, within: 0.004)
        // What Foundation and Dispatch keep for all time is there after the first ones.
        try await play(churn, from: 0, to: 100)
        let before = try Footprint()
        try await play(churn, from: 100, to: 100 + churn.rounds)
        let left = try await before.whatIsLeft()
        expect(left == nil, "\(left ?? ""), seed \(churn.seed)")
      }
    }
  }

  /// What is sent, and what of it is told to have been sent or not.
  private struct Sent {
    var begun = 0
    var ended = 0
  }

  @Sendable
  private func play(_ churn: Churn, from first: Int, to end: Int) async throws {
    let tally = ChurnTally()
    let sent = Watched(Sent())
    let sockets = Box(0)
    let sessionEnd = SessionEnd()
    let session = URLSession(configuration: .patient, delegate: sessionEnd, delegateQueue: nil)
    // The server keeps a thread for each connection until it stops.
    for start in stride(from: first, to: end, by: 100) {
      try await WebSocketServer.run { server, url, _ in
        churn.play(start..<min(start + 100, end)) { number, random in
          // Foundation's own is among them, which fails at once where its libcurl has no WebSockets.
          let counted = Counted(sockets)
          let socket =
            number % 5 == 0
            ? session.webSocketPublisher(for: url)
            : Publishers.WebSocketPublisher {
              withExtendedLifetime(counted) {}
              return LoopbackWebSocketTask(URLRequest(url: url))
            }
          let demand: Subscribers.Demand = [.none, .max(1), .unlimited][Int.random(in: 0...2, using: &random)]
          // One in twenty is left until something has come, however slow the machine is.
          let (isLeft, hasCome) = (number % 20 == 4, DispatchSemaphore(value: 0))
          let subscriber = socket.churn(tally, demand: demand) { _ in
            hasCome.signal()
            return .none
          }
          let messages: [WebSocketMessage] = [
            .string("send 20"), .data(Data(count: 50_000)), .string("hang up"), .string("close 1000 done"),
          ]
          let (message, isClosed) = (messages[number % 4], Int.random(in: 0..<4, using: &random) == 0 && !isLeft)
          return Churn.Round {
            sent.update { $0.begun += 3 }
            socket.send(message) { _ in sent.update { $0.ended += 1 } }
            subscriber.request(.max(2))
            socket.sendPing { _ in sent.update { $0.ended += 1 } }
            socket.send(.string("last")) { _ in sent.update { $0.ended += 1 } }
            if isClosed { socket.close() }
          } cancel: {
            if isLeft { _ = hasCome.waitPatiently() }
            subscriber.cancel()
          }
        }
        #expect(await server.log.wait { $0.openConnections == 0 }, "seed \(churn.seed)")
        #expect(await sent.wait { $0.begun == $0.ended }, "Not all is told of: \(sent.value), seed \(churn.seed)")
        let isReleased = try await eventually { tally.counts.alive == 0 && sockets.value == 0 }
        expect(isReleased, "\(tally.counts), \(sockets.value) publishers, seed \(churn.seed)")
      }
    }
    let counts = tally.counts
    expect(counts.late == 0 && counts.overlaps == 0, "\(counts), seed \(churn.seed)")
    expect(counts.values > 0 && counts.ends > 0, "\(counts), seed \(churn.seed)")
    #expect(try await session.hasNoTask(), "seed \(churn.seed)")
    session.finishTasksAndInvalidate()
    #expect(await sessionEnd.hasCome.wait { $0 }, "A task is left, seed \(churn.seed)")
  }
#endif
