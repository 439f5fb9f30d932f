import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends a body of `length` bytes, made on the fly, and counts what it could send.
private func sendBody(of length: Int, to client: StreamingServer.Client, counting sent: Watched<Int>? = nil) {
  client.sendHead(length: length)
  let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
  for _ in 0..<length / piece.count {
    guard client.send(piece) else { return }
    sent?.update { $0 += piece.count }
  }
}

@Suite("bytesPublisher: back-pressure", .timeLimit(.minutes(2)))
struct BytesBackPressureTests {
  private static let megabyte = 1 << 20
  private let session = URLSession(configuration: .ephemeral)

  @Test("Rule 2: without demand the server's sends come to a stop; with demand the rest comes, once and in one request")
  func stops() async throws {
    let length = 64 * Self.megabyte
    let sent = Watched(0)
    try await StreamingServer.run {
      sendBody(of: length, to: $0, counting: sent)
    } _: { server in
      let received = Box(0)
      let recorder = session.bytesPublisher(for: try server.url()).stream(demand: .max(1)) { data, _ in
        received.update { $0 += data.count }
        return .none
      }
      #expect(await recorder.record.wait { $0.values.count == 1 })
      // Until the buffers of both sockets are full.
      var before = -1
      while sent.value != before {
        before = sent.value
        try await Task.sleep(for: .milliseconds(500))
      }
      #expect(before < length / 2)
      #expect(recorder.values.count == 1)
      recorder.request(.unlimited)
      #expect(await recorder.untilEnd().isFinished)
      #expect(received.value == length)
      #expect(server.log.value.connections == 1)
    }
  }

  @Test("A pause longer than the request's timeout is no timeout")
  func longPause() async throws {
    let length = 16 * Self.megabyte
    try await StreamingServer.run {
      sendBody(of: length, to: $0)
    } _: { server in
      var request = URLRequest(url: try server.url())
      request.timeoutInterval = 1
      let recorder = session.bytesPublisher(for: request).stream(demand: .max(1))
      #expect(await recorder.record.wait { $0.values.count == 1 })
      try await Task.sleep(for: .seconds(3))
      recorder.request(.unlimited)
      let record = await recorder.untilEnd()
      #expect(record.failure == nil)
      #expect(recorder.bytes.count == length)
    }
  }

  #if os(Linux)
    @Test("A body of 256 MB streams to a slow consumer in a few megabytes of memory")
    func boundedMemory() async {
      // In a process of its own: other tests take memory meanwhile.
      await #expect(processExitsWith: .success) {
        @Sendable func residentMegabytes() throws -> Int {
          let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
          return (Int(fields[1]) ?? .max) * 4_096 / 1_048_576
        }
        let length = 256 << 20
        try await StreamingServer.run {
          sendBody(of: length, to: $0)
        } _: { server in
          let session = URLSession(configuration: .ephemeral)
          let publisher = session.bytesPublisher(for: try server.url())
          let subscriber = SlowConsumer(pieceCount: 100)
          publisher.subscribe(subscriber)
          #expect(await subscriber.total.wait { $0.isPaused })
          let before = try residentMegabytes()
          let peak = Box(before)
          subscriber.go {
            let now = try? residentMegabytes()
            peak.update { $0 = max($0, now ?? .max) }
          }
          #expect(await subscriber.total.wait { $0.hasEnded })
          #expect(subscriber.total.value.bytes == length)
          #expect(peak.value - before < 48, "\(before) MB, and then \(peak.value) MB")
        }
      }
    }
  #endif
}

/// Takes some pieces, then stops until it is told to go on, and from then on takes its time for each.
private final class SlowConsumer: Subscriber, Sendable {
  struct Total: Sendable {
    var bytes = 0
    var pieces = 0
    var isPaused = false
    var hasEnded = false
  }

  let total = Watched(Total())
  private let pieceCount: Int
  private let subscription = Watched<(any Subscription)?>(nil)
  private let measure = Watched<(@Sendable () -> Void)?>(nil)

  init(pieceCount: Int) {
    self.pieceCount = pieceCount
  }

  func receive(subscription: any Subscription) {
    self.subscription.update { $0 = subscription }
    subscription.request(.max(pieceCount))
  }

  func go(measuring measure: @escaping @Sendable () -> Void) {
    self.measure.update { $0 = measure }
    subscription.value?.request(.max(1))
  }

  func receive(_ input: Data) -> Subscribers.Demand {
    total.update { total in
      total.bytes += input.count
      total.pieces += 1
      total.isPaused = total.pieces == pieceCount
    }
    guard let measure = measure.value else { return .none }
    if total.value.pieces.isMultiple(of: 64) {
      measure()
      Thread.sleep(forTimeInterval: 0.005)
    }
    return .max(1)
  }

  func receive(completion: Subscribers.Completion<URLError>) {
    total.update { $0.hasEnded = true }
  }
}
