internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import StreamCore
internal import StreamMapping
internal import StreamsHummingbird

/// A server of bodies: from a publisher, and from a sequence as Hummingbird itself takes it. A path ends with the
/// number of chunks.
struct BodyServer {
  /// The length of a chunk, in bytes.
  static let chunk = 65_536

  let port: Int

  /// What memory the process had while it served the last body of "/watched".
  var watched: MemoryWatch { watcher.watch }

  private let watcher: Watcher
  private let group: ServiceGroup
  private let running: Task<Void, any Error>

  static func start() async throws -> BodyServer {
    let router = Router(context: Context.self)
    let watcher = Watcher()
    let chunk = ByteBuffer(repeating: 65, count: Self.chunk)
    router.get("ours/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self)
      return Response(status: .ok, body: ResponseBody(publisher: (0..<count).publisher.map { _ in chunk }))
    }
    router.get("bounded/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self)
      let publisher = (0..<count).publisher.map { _ in chunk }
      return Response(status: .ok, body: ResponseBody(publisher: publisher, on: context.eventLoop))
    }
    router.get("watched/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self)
      // Each chunk has memory of its own, as those that are read from somewhere have.
      let publisher = (0..<count).publisher.map { number in
        watcher.watch.look(taken: number, of: count)
        return ByteBuffer(repeating: 65, count: Self.chunk)
      }
      return Response(status: .ok, body: ResponseBody(publisher: publisher, on: context.eventLoop))
    }
    router.get("bare/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self)
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
    for await number in ports { return BodyServer(port: number, watcher: watcher, group: group, running: running) }
    throw ChildError()
  }

  func stop() async throws {
    await group.triggerGracefulShutdown()
    try await running.value
  }
}

/// A context that knows the event loop of its connection.
private struct Context: RequestContext {
  var coreContext: CoreRequestContextStorage
  let eventLoop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    eventLoop = source.channel.eventLoop
  }
}

// Sendable: one body is served at a time, and is over before this is read.
private final class Watcher: @unchecked Sendable {
  var watch = MemoryWatch()
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
