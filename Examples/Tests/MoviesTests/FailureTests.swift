import Foundation
import MovieServer
import Testing

@Suite("movies: failures", .serialized, .timeLimit(.minutes(3)))
struct FailureTests {
  /// The program's messages for the faults of a flaky server. The second one varies between platforms.
  private static var faults: [Regex<Substring>] {
    [
      /now-playing: attempt 1 failed: the server answered with status 500/,
      /now-playing: attempt 2 failed: (?:transfer closed with \d+ bytes remaining to read|the connection broke off .*)/,
      /now-playing: attempt 3 failed: the answer was not the JSON expected/,
    ]
  }

  @Test("Faults within the retries are reported, and the films are shown as usual", arguments: [1, 2, 3])
  func recovers(faults: Int) async throws {
    let run = try await Program.run("--flaky", "\(faults)")
    #expect(run.status == 0)
    #expect(zip(run.noteLines, Self.faults.prefix(faults)).allSatisfy { $0.wholeMatch(of: $1) != nil })
    #expect(run.noteLines.dropFirst(faults) == ["now-playing: attempt \(faults + 1) succeeded"])
    #expect(run.output == (try await Program.run().output))
  }

  @Test("With faults, too, standard output has JSON only")
  func recoversWithJSON() async throws {
    let run = try await Program.run("--flaky", "3", "--json")
    #expect(run.status == 0)
    #expect(run.noteLines.count == 4)
    // Each run has a server on another port.
    let port = /127\.0\.0\.1:\d+/
    let undisturbed = try await Program.run("--json")
    #expect(run.output.replacing(port, with: "") == undisturbed.output.replacing(port, with: ""))
  }

  @Test("When the retries are used up it reports so and exits with 1, without a stack trace", arguments: ["4", "100"])
  func givesUp(faults: String) async throws {
    for arguments in [["--flaky", faults], ["--flaky", faults, "--json"]] {
      let run = try await Program(arguments).outcome()
      #expect(run.status == 1)
      #expect(run.reason == .exit)
      #expect(run.output.isEmpty)
      // These lines and no other: no trace, no report of a crash.
      #expect(zip(run.noteLines, Self.faults).allSatisfy { $0.wholeMatch(of: $1) != nil })
      #expect(
        run.noteLines.dropFirst(3) == [
          "now-playing: attempt 4 failed: the server answered with status 500",
          "movies: now-playing: the server answered with status 500; gave up after 4 attempts",
        ])
    }
  }

  @Test("A server that cannot be reached is an error after four attempts")
  func noServer() async throws {
    let server = try await MovieServer.start()
    await server.stop()
    let run = try await Program.run("--base-url", server.baseURL, "--list", "popular")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.noteLines.last == "movies: popular: no server answers at this address; gave up after 4 attempts")
  }

  @Test("A server without the lists is an error after one attempt")
  func otherPaths() async throws {
    let server = try await MovieServer.start()
    let run = try await Program.run("--base-url", server.baseURL + "/elsewhere", "--list", "popular")
    await server.stop()
    #expect(run.status == 1)
    #expect(run.noteLines.last == "movies: popular: the server answered with status 404")
    #expect(server.requestCount == 1)
  }

  @Test("An invalid address is an error", arguments: ["nonsense", "ftp://127.0.0.1", "http://two words"])
  func badAddress(address: String) async throws {
    let run = try await Program.run("--base-url", address)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.noteLines.last == "movies: now-playing: “\(address)” is not an http address")
  }

  @Test(
    "Wrong options are explained, with exit status 64",
    arguments: [
      ["--list", "worst"]: "'upcoming', 'popular' or 'top-rated'",
      ["--flaky", "-1"]: "--flaky",
      ["--flaky", "some"]: "--flaky",
      ["--flaky", "1", "--base-url", "http://127.0.0.1:1"]: "--base-url replaces",
      ["--browse", "--json"]: "--browse",
      ["--nonsense"]: "--nonsense",
      ["surplus"]: "surplus",
    ])
  func wrongOptions(arguments: [String], hint: String) async throws {
    let run = try await Program(arguments).outcome()
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.notes.contains(hint))
    #expect(run.notes.contains("Usage: movies"))
  }

  @Test("Help names every option")
  func help() async throws {
    let run = try await Program.run("--help")
    #expect(run.status == 0)
    for option in ["--base-url", "--list", "--json", "--flaky", "--browse", "--delay"] {
      #expect(run.output.contains(option))
    }
  }
}
