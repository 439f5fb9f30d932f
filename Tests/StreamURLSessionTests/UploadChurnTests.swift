#if os(Linux)
  import Foundation
  import FoundationNetworking
  import StreamCore
  import StreamURLSession
  import TestSupport
  import Testing

  /// In a process of its own: other tests open descriptors meanwhile. `STREAMS_FULL=1` plays 2,000 rounds.
  @Suite("uploadTaskPublisher: cancels at random moments", .timeLimit(.generous))
  struct UploadChurnTests {
    @Test("Uploads of files that are cancelled at random moments leave no task, descriptor or subscriber behind")
    func leavesNothing() async {
      await #expect(processExitsWith: .success) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try Data(count: uploadLength).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let churn = Churn(rounds: 200, within: 0.006)
        // What Foundation and Dispatch keep for all time is there after the first ones.
        try await play(churn, file, from: 0, to: 100)
        let before = try Footprint()
        try await play(churn, file, from: 100, to: 100 + churn.rounds)
        let left = try await before.whatIsLeft()
        expect(left == nil, "\(left ?? ""), seed \(churn.seed)")
      }
    }
  }

  private let uploadLength = 1_000_000

  @Sendable
  private func play(_ churn: Churn, _ file: URL, from first: Int, to end: Int) async throws {
    let tally = ChurnTally()
    let sessionEnd = SessionEnd()
    let session = URLSession(configuration: .patient, delegate: sessionEnd, delegateQueue: nil)
    // The server keeps a thread for each connection until it stops.
    for start in stride(from: first, to: end, by: 100) {
      try await StreamingServer.run(serve) { server in
        let urls = try ["/whole", "/slow", "/early", "/cut"].map { try server.url($0) }
        churn.play(start..<min(start + 100, end)) { number, random in
          var request = URLRequest(url: urls[number % urls.count])
          request.httpMethod = "POST"
          let demand: Subscribers.Demand = Int.random(in: 0..<4, using: &random) == 0 ? .none : .max(1)
          let upload = session.uploadTaskPublisher(for: request, fromFile: file).churn(tally, demand: demand)
          // A few are left to their end.
          let isCancelled = number % 9 != 0
          return Churn.Round(use: { upload.request(.max(1)) }, cancel: { if isCancelled { upload.cancel() } })
        }
        #expect(await server.log.wait { $0.openConnections == 0 })
        let isReleased = try await eventually { tally.counts.alive == 0 }
        expect(isReleased, "\(tally.counts), seed \(churn.seed)")
      }
    }
    let counts = tally.counts
    expect(counts.late == 0 && counts.overlaps == 0, "\(counts), seed \(churn.seed)")
    expect(counts.values > 0 && counts.ends > counts.values, "\(counts), seed \(churn.seed)")
    #expect(try await session.hasNoTask(), "seed \(churn.seed)")
    session.finishTasksAndInvalidate()
    #expect(await sessionEnd.hasCome.wait { $0 }, "A task is left, seed \(churn.seed)")
  }

  /// Takes the body at once, slowly, not at all before it answers, or in part.
  @Sendable
  private func serve(_ client: StreamingServer.Client) {
    let request = String(decoding: client.request, as: UTF8.self)
    let path = request.split(separator: " ").dropFirst().first ?? ""
    if path == "/early" {
      client.sendHead(length: 2)
      client.send("ok")
    }
    let head = request.components(separatedBy: "\r\n\r\n")[0]
    var rest = head.utf8.count + 4 + uploadLength - client.request.count
    if path == "/cut" { rest -= uploadLength / 2 }
    while rest > 0 {
      let count = client.read().count
      guard count > 0 else { return }
      rest -= count
      if path == "/slow" { Thread.sleep(forTimeInterval: 0.000_1) }
    }
    if path == "/cut" { return client.reset() }
    if path != "/early" {
      client.sendHead(length: 2)
      client.send("ok")
    }
  }
#endif
