internal import ArgumentParser
internal import Foundation
internal import StreamsNATS

/// The benchmark.
struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Lets both take turns, and prints a table.",
    discussion: """
      A share is that of the bare library's throughput, of medians, in the time of the processors that this process had; those \
      of peers are not counted. A busy machine distorts the time passed much more.
      """)

  @Flag(help: "Fewer and shorter rounds: less than a minute.")
  var quick = false

  @Flag(help: "Fail if a row has too small a share, or memory grows. With --quick, shares may be a tenth smaller.")
  var check = false

  @Option(help: "Only rows whose library or name has this in it.")
  var filter: String?

  @Option(help: "How many rounds.")
  var rounds: Int?

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("integrations-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (peer, port) = try Child.peer()
    defer { peer.stop() }
    let server = try await BodyServer.start()
    let nats = try await NATSServer.start(in: folder)
    defer { nats.stop() }
    let client = JetStream(servers: [nats.url])
    defer { client.close() }

    let rows =
      try await observabilityRows(quick: quick) + grdbRows(quick: quick, in: folder)
      + httpRows(quick: quick, port: port) + hummingbirdRows(quick: quick, server: server, peer: peer)
      + jetStreamRows(quick: quick, client: client, bare: BareNATS(url: nats.url))
    var faults = try await compare(rows)
    faults += try await watch(
      memoryRows(quick: quick, in: folder, port: port, server: server, peer: peer, client: client))
    try await server.stop()
    faults.forEach { print($0) }
    if check, !faults.isEmpty { throw ExitCode.failure }
  }

  /// - Returns: What is wrong.
  private func compare(_ rows: [Row]) async throws -> [String] {
    var faults: [String] = []
    Report.heading()
    for row in rows where isWanted(row.library, row.name) {
      let result = try await row.measure(rounds: rounds ?? (quick ? 3 : 9))
      Report.line(result)
      // Short rounds vary more.
      let limit = quick ? result.limit - 0.1 : result.limit
      if result.share < limit {
        faults.append("\(row.library), \(row.name): a share of \(Report.share(result.share)), less than \(limit).")
      }
    }
    return faults
  }

  private func watch(_ rows: [MemoryRow]) async throws -> [String] {
    var faults: [String] = []
    Report.memoryHeading()
    for row in rows where isWanted(row.library, row.name) {
      let memory = try await row.take()
      Report.line(row, memory)
      if memory.most - memory.start > MemoryRow.limit {
        faults.append("\(row.library), \(row.name): memory has grown by \((memory.most - memory.start) >> 20) MB.")
      }
    }
    return faults
  }

  private func isWanted(_ library: String, _ name: String) -> Bool {
    filter.map { "\(library) \(name)".contains($0) } ?? true
  }
}
