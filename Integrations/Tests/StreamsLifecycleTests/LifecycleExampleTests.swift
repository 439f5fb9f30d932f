import IntegrationTestSupport
import Logging
import ServiceLifecycle
import StreamConcurrency
import StreamCore
import StreamTesting
import StreamsLifecycle
import Synchronization
import Testing

@Suite("The page of StreamsLifecycle", .generous)
struct LifecycleExampleTests {
  @Test("Its example ships the orders that were accepted before the shutdown, and no other")
  func example() async throws {
    let shipped = Mutex<[Int]>([])
    let orders = ScriptedPublisher<Int, Never>()
    let doors = AsyncStream.makeStream(of: Void.self)

    let service = PipelineService(orders, drainLimit: .seconds(3_600)) { accepted in
      accepted.asyncMap(maxConcurrent: 8) { order in
        // Opens when the shutdown has begun.
        for await _ in doors.stream {}
        shipped.withLock { $0.append(order) }
      }
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [.init(service: service)], logger: Logger(label: "shop")))
    let run = Task { try await group.run() }
    try await eventually { orders.demand != .none }
    for order in 1...5 { orders.send(order) }
    await group.triggerGracefulShutdown()
    try await eventually { orders.isCancelled }
    orders.send(6)
    #expect(shipped.withLock { $0 } == [])
    doors.continuation.finish()
    try await run.value
    #expect(shipped.withLock { $0.sorted() } == [1, 2, 3, 4, 5])
  }
}
