internal import AsyncHTTPClient
internal import Foundation
internal import GRDB
internal import NIOCore
internal import StreamCore
internal import StreamsAsyncHTTPClient
internal import StreamsGRDB
internal import StreamsNATS

/// What comes faster than it is taken. With `quick`, a part of it.
func memoryRows(
  quick: Bool, in folder: URL, port: Int, server: BodyServer, peer: Child, client: JetStream
) async throws -> [MemoryRow] {
  let part = quick ? 5 : 1
  let (bytes, rows, messages) = (200_000_000 / part, 1_000_000 / part, 100_000 / part)
  let pool = try DatabasePool(path: folder.appendingPathComponent("memory.sqlite").path)
  try await pool.write { try $0.fill(rows) }
  var configuration = StreamConfiguration("SLOW", subjects: ["slow.>"])
  configuration.storage = .memory
  let log = try await client.createStream(configuration)
  try await write(messages, to: log, subject: "slow.all", Data(repeating: 65, count: 1_024))
  return [
    MemoryRow(name: "a body of \(bytes / 1_000_000) MB", library: "async-http-client") {
      let request = try HTTPClient.Request(url: "http://127.0.0.1:\(port)/\(bytes)")
      return try await slowly(HTTPClient.shared.bytesPublisher(for: request), 8, total: bytes) { $0.readableBytes }
    },
    MemoryRow(name: "a body of \(bytes / 1_000_000) MB", library: "hummingbird") {
      _ = try await peer.fetch("/watched/\(bytes / BodyServer.chunk)", from: server.port, pause: 2_000)
      return server.watched.memory
    },
    MemoryRow(name: "\(rows) rows", library: "GRDB") {
      let publisher = pool.rowsPublisher { try GRDB.Row.fetchCursor($0, sql: "SELECT * FROM player") }
      return try await slowly(publisher, 2_000, total: rows) { _ in 1 }
    },
    MemoryRow(name: "\(messages) messages of 1 KB", library: "NATS") {
      try await slowly(client.consumer("slow", of: "SLOW"), 200, total: messages) { message in
        message.acknowledge()
        return 1
      }
    },
  ]
}

private func slowly<P: Publisher>(
  _ publisher: P, _ step: Int, total: Int, size: @escaping @Sendable (P.Output) -> Int
) async throws -> (start: Int, most: Int) {
  let ending = Ending()
  let taker = SlowTaker<P.Output, P.Failure>(step, every: .milliseconds(2), total: total, ending: ending, size: size)
  publisher.subscribe(taker)
  try await ending.wait()
  return taker.watch.memory
}
