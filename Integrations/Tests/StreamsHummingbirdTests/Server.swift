import Hummingbird
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle
import StreamCore

/// A context that knows the event loop of its connection.
struct Context: RequestContext {
  var coreContext: CoreRequestContextStorage
  let eventLoop: any EventLoop

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    eventLoop = source.channel.eventLoop
  }
}

/// Runs a server with routes of a test, and stops it afterwards.
///
/// - Parameters:
///   - protocols: What the server speaks.
///   - route: Adds the routes.
///   - body: Is given the server's port.
/// - Throws: What the body throws, and an error of the server's.
func withServerPort(
  speaking protocols: HTTPServerBuilder = .http1(), _ route: (Router<Context>) -> Void,
  _ body: @escaping @Sendable (_ port: Int) async throws -> Void
) async throws {
  let router = Router(context: Context.self)
  route(router)
  let (ports, port) = AsyncStream<Int>.makeStream()
  let application = Application(
    router: router, server: protocols,
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
  let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(services: [application], logger: application.logger))
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await group.run() }
    for await number in ports {
      do {
        try await body(number)
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
      break
    }
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
  }
}

/// Runs a server with routes of a test, whose body is given its address.
func withServer(
  _ route: (Router<Context>) -> Void, _ body: @escaping @Sendable (_ address: String) async throws -> Void
) async throws {
  try await withServerPort(route) { port in try await body("http://127.0.0.1:\(port)") }
}

/// Chunks, and the number of them that have been requested.
struct CountedChunks: Sendable {
  let publisher: Publishers.Map<Publishers.Sequence<[ByteBuffer], Never>, ByteBuffer>
  private let counter = NIOLockedValueBox(0)

  init(_ total: Int, ofSize size: Int) {
    publisher = Publishers.Map(
      upstream: Array(repeating: ByteBuffer(repeating: 65, count: size), count: total).publisher
    ) { [counter] chunk in
      counter.withLockedValue { $0 += 1 }
      return chunk
    }
  }

  var requested: Int { counter.withLockedValue { $0 } }
}
