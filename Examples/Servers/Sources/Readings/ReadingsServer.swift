import Foundation
import GRDB
package import Hummingbird
import NIOCore
import NIOFoundationCompat
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamLines
import StreamMapping
import StreamTiming
import StreamsGRDB
import StreamsHummingbird
import StreamsLifecycle
import StreamsMetrics

/// A server that stores the readings of sensors, and sends them to whoever listens.
package struct ReadingsServer: Sendable {
  private let database: DatabasePool

  /// - Parameter path: The path of the database.
  /// - Throws: GRDB's error, if it cannot be opened.
  package init(database path: String) throws {
    database = try Reading.open(path)
  }

  // On the page:
  /// Stores the readings of a request, a line of JSON each. The connection is read as fast as the database writes.
  private func store(_ request: Request) async throws -> String {
    var count = 0
    do {
      let batches = request.bodyPublisher(maxSize: 100_000_000)
        .map(\.readableBytesView)
        .decodeLines(type: Reading.self, decoder: JSONDecoder())
        .writeBatches(to: database, upTo: 500) { db, reading in try reading.insert(db) }
        .meter("stored")
      for try await batch in batches.values { count += batch.count }
    } catch WriteBatchesFailure<any Error>.upstream(let error) {
      throw HTTPError(.badRequest, message: "After \(count) readings: \(error)")
    }
    return "\(count)\n"
  }
  // Up to here.

  // On the page:
  /// The readings after the one with an id: those that are stored, then those to come. A client that is slow, or comes
  /// back, is no worse than a late one: the database keeps what it has not read.
  private func readings(after id: Int64) -> some Publisher<Reading, DatabaseFailure> & Sendable {
    database
      .changesPublisher(of: Table("reading")) { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM reading") ?? 0 }
      .pairwise(startingWith: id)
      .flatMap(maxPublishers: .max(1)) { [database] (after, last) in
        database.rowsPublisher(batchSize: 100) { db in
          try Reading.fetchCursor(
            db, sql: "SELECT * FROM reading WHERE id > ? AND id <= ? ORDER BY id", arguments: [after, last])
        }
      }
  }

  private func events(_ request: Request, _ context: Context) -> Response {
    Response.events(for: request, on: context.eventLoop) { lastID in
      readings(after: lastID.flatMap { Int64($0) } ?? 0)
        .map { reading in
          ServerSentEvent(data: "\(reading.sensor) \(reading.celsius)", id: reading.id.map { "\($0)" })
        }
        .meter("events")
    }
  }
  // Up to here.

  // On the page:
  /// Runs the server until it is asked to stop: listeners end after their event, uploads are finished.
  ///
  /// - Parameters:
  ///   - port: The port; zero for any that is free.
  ///   - keep: The number of readings to keep; older ones are deleted every minute.
  ///   - onRunning: Receives the port.
  /// - Returns: The server, to be run as a service.
  package func application(
    port: Int, keep: Int = 1_000_000, onRunning: @escaping @Sendable (Int) async -> Void
  ) -> some ApplicationProtocol {
    let router = Router(context: Context.self)
    router.post("readings") { request, _ in try await store(request) }
    router.get("events") { request, context in events(request, context) }
    var application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) })
    application.addServices(
      PipelineService(Publishers.interval(.seconds(60)), drainLimit: .seconds(5)) { [database] ticks in
        ticks.asyncMap { _ in
          try await database.write { db in
            try db.execute(sql: "DELETE FROM reading WHERE id <= (SELECT max(id) FROM reading) - ?", arguments: [keep])
          }
        }
      })
    return application
  }
  // Up to here.
}

/// Knows the event loop of its connection, which bounds what a response has ahead of its client.
private struct Context: RequestContext {
  var coreContext: CoreRequestContextStorage
  let eventLoop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    eventLoop = source.channel.eventLoop
  }
}
