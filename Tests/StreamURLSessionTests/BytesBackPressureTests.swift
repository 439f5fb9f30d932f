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

@Suite("bytesPublisher: back-pressure", .timeLimit(.generous))
struct BytesBackPressureTests {
  private static let megabyte = 1 << 20
  private let session = URLSession(configuration: .patient)

  @Test("A request for no values sends no request, and delivers no bytes")
  func requestNone() async throws {
    let connections = Watched(0)
    try await StreamingServer.run { client in
      connections.update { $0 += 1 }
      client.sendHead(length: 3)
      _ = client.send(Array("abc".utf8))
    } _: { server in
      let idle = session.bytesPublisher(for: try server.url()).stream(demand: .none) { _, _ in .none }
      idle.request(.none)
      let recorder = session.bytesPublisher(for: try server.url()).stream(demand: .none) { _, _ in .none }
      recorder.request(.none)
      recorder.request(.unlimited)
      #expect(await recorder.untilEnd().isFinished)
      recorder.request(.none)
      expectEqual(recorder.values.reduce(Data(), +), Data("abc".utf8))
      expect(idle.values.isEmpty)
      expectEqual(connections.value, 1)
      idle.cancel()
    }
  }

  @Test("Without demand no bytes arrive; with demand the rest does, once, in one request and in order (rule 2)")
  func pauses() async throws {
    let length = 64 * Self.megabyte
    let sent = Watched(0)
    try await StreamingServer.run { client in
      client.sendHead(length: length)
      for number in 0..<length / 65_536 {
        guard client.send([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 65_536)) else { return }
        sent.update { $0 += 65_536 }
      }
    } _: { server in
      let received = Box(0)
      let isInOrder = Box(true)
      let recorder = session.bytesPublisher(for: try server.url()).stream(demand: .max(1)) { data, _ in
        let start = received.value
        if data.first != UInt8(truncatingIfNeeded: start / 65_536)
          || data.last != UInt8(truncatingIfNeeded: (start + data.count - 1) / 65_536)
        {
          isInOrder.value = false
        }
        received.update { $0 += data.count }
        return .none
      }
      #expect(await recorder.record.wait { $0.values.count == 1 })
      #if canImport(FoundationNetworking)
        // Foundation does not suspend a task here: it is read to its end, into a file.
        #expect(await sent.wait { $0 == length })
      #endif
      expectEqual(recorder.values.count, 1)
      recorder.request(.max(2))
      #expect(await recorder.record.wait { $0.values.count == 3 })
      recorder.request(.unlimited)
      #expect(await recorder.untilEnd().isFinished)
      expectEqual(received.value, length)
      expect(isInOrder.value)
      expectEqual(server.log.value.connections, 1)
    }
  }

  @Test("A paused stream delays no other exchange, not even one awaited inside a delivery", .separateThread)
  func holdsUpNothing() async throws {
    try await StreamingServer.run { client in
      if String(decoding: client.request, as: UTF8.self).hasPrefix("GET /small") {
        client.sendHead(length: 2)
        client.send("ok")
      } else {
        sendBody(of: 32 * Self.megabyte, to: client)
      }
    } _: { server in
      let small = session.bytesPublisher(for: try server.url("/small"))
      let isInside = DispatchSemaphore(value: 0)
      let answers = Watched<[String]>([])
      let paused = session.bytesPublisher(for: try server.url()).stream(demand: .max(1))
      let waiting = session.bytesPublisher(for: try server.url()).stream(demand: .max(1)) { _, _ in
        let inner = small.stream { data, _ in
          answers.update { $0.append(String(decoding: data, as: UTF8.self)) }
          isInside.signal()
          return .none
        }
        isInside.wait()
        withExtendedLifetime(inner) {}
        return .none
      }
      #expect(await paused.record.wait { $0.values.count == 1 })
      #expect(await waiting.record.wait { $0.values.count == 1 })
      // The value is recorded before the inner exchange begins.
      #expect(await answers.wait { $0 == ["ok"] })
      #expect(await small.stream().untilEnd().isFinished)
      paused.cancel()
      waiting.cancel()
      #expect(await server.log.wait { $0.openConnections == 0 })
      expectEqual(answers.value, ["ok"])
    }
  }

  @Test("A pause longer than the request's timeout does not time out")
  func longPause() async throws {
    let length = 16 * Self.megabyte
    try await StreamingServer.run {
      sendBody(of: length, to: $0)
    } _: { server in
      var request = URLRequest(url: try server.url())
      // Foundation here reads on during the pause, so on a busy machine a gap of the server counts, too.
      request.timeoutInterval = 20
      let recorder = session.bytesPublisher(for: request).stream(demand: .max(1))
      #expect(await recorder.record.wait { $0.values.count == 1 })
      try await Task.sleep(for: .seconds(25))
      recorder.request(.unlimited)
      let record = await recorder.untilEnd()
      expect(record.failure == nil)
      expectEqual(recorder.bytes.count, length)
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
          let session = URLSession(configuration: .patient)
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
          expectEqual(subscriber.total.value.bytes, length)
          // Well below the body, and above what a sanitizer adds.
          expect(peak.value - before < 96, "\(before) MB, and then \(peak.value) MB")
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
