import FlyingSocks
import Foundation
import MovieServer
import Testing

@Suite("movies: ctrl-C", .serialized, .timeLimit(.minutes(3)))
struct InterruptionTests {
  /// A run that waited for a response, or for a killed server, would take ten minutes.
  private static let prompt = Duration.seconds(10)

  @Test(
    "Interrupted while it waits for a list it exits at once, with 128 plus the number of the signal",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func duringList(signal: (number: Int32, status: Int32)) async throws {
    try await stop(
      signal.number, status: signal.status, when: { $0.requestCount == 1 }, delay: .seconds(600))
  }

  @Test("Interrupted while it waits for posters it exits at once")
  func duringPosters() async throws {
    try await stop(
      SIGINT, status: 130, when: { $0.peakOfPosterRequests == 3 }, delay: .milliseconds(300))
  }

  @Test("Interrupted on a terminal it clears the progress, and its own server has stopped")
  func embeddedServer() async throws {
    let program = try Program(["--delay", "600000"], on: Terminal())
    try await program.wait { program.outputSoFar.contains(" …") }
    let address = try #require(program.outputSoFar.firstMatch(of: /Asking http:\/\/127.0.0.1:(\d+) …/))
    let port = try #require(UInt16(address.1))
    #expect(throws: Never.self) { try connect(to: port) }

    let start = ContinuousClock.now
    program.send(SIGINT)
    let run = try await program.outcome()
    #expect(run.status == 130)
    #expect(run.reason == .exit)
    #expect(ContinuousClock.now - start < Self.prompt)
    #expect(run.output.hasSuffix("\r\u{1B}[Kmovies: stopped\r\n"))
    #expect(throws: (any Error).self) { try connect(to: port) }
  }

  @Test("Interrupted while it waits for a number it exits at once")
  func whileBrowsing() async throws {
    let program = try Program(["--browse"], on: Terminal())
    try await program.wait { program.outputSoFar.contains("ctrl-D") }
    program.send(SIGINT)
    let run = try await program.outcome()
    #expect(run.status == 130)
    #expect(run.reason == .exit)
  }

  private func stop(
    _ signal: Int32, status: Int32, when condition: (MovieServer) -> Bool, delay: Duration
  ) async throws {
    let server = try await MovieServer.start(.init(delay: delay))
    let program = try Program(["--base-url", server.baseURL])
    do {
      try await program.wait { condition(server) }
      let start = ContinuousClock.now
      program.send(signal)
      let run = try await program.outcome()
      #expect(run.status == status)
      #expect(run.reason == .exit)
      #expect(ContinuousClock.now - start < Self.prompt)
      #expect(run.output.isEmpty)
      #expect(run.noteLines == ["movies: stopped"])
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func connect(to port: UInt16) throws {
    let socket = try Socket(domain: Int32(AF_INET))
    defer { try? socket.close() }
    try socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
  }
}
