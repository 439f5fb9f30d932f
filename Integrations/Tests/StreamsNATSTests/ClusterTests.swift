import Foundation
import IntegrationTestSupport
import StreamConcurrency
import StreamCore
import StreamTesting
import Testing

@testable import StreamsNATS

@Suite("A cluster", .generous)
struct ClusterTests {
  /// A log that three servers keep.
  private func withLog(_ body: (NATSCluster, DurableStream) async throws -> Void) async throws {
    let cluster = try NATSCluster()
    defer { cluster.stop() }
    let client = JetStream(servers: cluster.urls, options: .forTests)
    defer { client.close() }
    var configuration = StreamConfiguration("LOG", subjects: ["log.>"])
    configuration.replicas = 3
    // There is no leader at first.
    try await eventually { (try? await client.createStream(configuration)) != nil }
    try await body(cluster, client.stream("LOG"))
  }

  @Test("Replays read the copy of the server that leads the log, and leave no consumer")
  func leader() async throws {
    try await withLog { _, log in
      let leader = try #require(try await log.state().leader)
      let name = log.name
      for _ in 0..<8 {
        let made = try await log.core.perform {
          $0.addPassingConsumer(ConsumerConfiguration(""), of: name, wait: .seconds(5))
        }
        #expect(made.server == leader)
        try await log.core.perform { link in .success(link.deleteConsumer(made.name, of: name)) }
      }
      try await eventually { try await log.state().consumers == 0 }
    }
  }

  @Test(
    "A replay goes on, in order, when the leader of the log ends and comes again, be it the server it is connected to or not",
    arguments: [false, true])
  func leaderEnds(isConnectedToIt: Bool) async throws {
    try await withLog { cluster, log in
      let leader = try #require(try await log.state().leader.flatMap { Int($0.suffix(1)) })
      let server = cluster.servers[leader]
      let others = cluster.servers.filter { $0 !== server }.map(\.url)
      let client = JetStream(servers: isConnectedToIt ? [server.url] + others : others, options: .forTests)
      defer { client.close() }
      _ = try await numbers(0..<200).publish(to: log).allValues
      let recorder = client.replay(of: "LOG").record()
      try await eventually { recorder.values.count == 200 }
      server.kill()
      _ = try await numbers(200..<400).publish(to: log).allValues
      try await eventually { recorder.values.count == 400 }
      try server.start()
      _ = try await numbers(400..<600).publish(to: log).allValues
      try await eventually { recorder.values.count == 600 }
      #expect(recorder.values.map(\.number) == Array(0..<600))
      recorder.cancel()
    }
  }
}
