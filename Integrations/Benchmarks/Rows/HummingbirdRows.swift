internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import StreamCore
internal import StreamMapping
internal import StreamsHummingbird

/// Writing the body of a response.
func hummingbirdRows(quick: Bool, server: Int, client: Child) -> [Row] {
  let count = quick ? 100 : 500
  func fetch(_ path: String) async throws -> Int {
    Int(try await client.ask("\(server) \(path)/\(count)")).map { $0 >> 20 } ?? 0
  }
  return [
    Row(
      name: "body of a response", library: "hummingbird", unit: "megabyte", count: count, goal: 0.9,
      ours: { try await fetch("/ours") }, bare: { try await fetch("/bare") })
  ]
}

/// A server of bodies: from a publisher, and from a sequence as Hummingbird itself takes it.
struct BodyServer {
  let port: Int
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  static func start() async throws -> BodyServer {
    let router = Router()
    let chunk = ByteBuffer(repeating: 65, count: 65_536)
    router.get("ours/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self) * 16
      return Response(status: .ok, body: ResponseBody(publisher: (0..<count).publisher.map { _ in chunk }))
    }
    router.get("bare/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self) * 16
      return Response(status: .ok, body: ResponseBody(asyncSequence: Chunks(chunk: chunk, count: count)))
    }
    let (ports, port) = AsyncStream<Int>.makeStream()
    var application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
    application.logger.logLevel = .error
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: application.logger))
    let running = Task { try await group.run() }
    for await number in ports { return BodyServer(port: number, group: group, running: running) }
    throw ChildError()
  }

  func stop() async throws {
    await group.triggerGracefulShutdown()
    try await running.value
  }
}

/// The same chunk, some times.
private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let chunk: ByteBuffer
  var count: Int

  func makeAsyncIterator() -> Chunks { self }

  mutating func next() async -> ByteBuffer? {
    guard count > 0 else { return nil }
    count -= 1
    return chunk
  }
}
