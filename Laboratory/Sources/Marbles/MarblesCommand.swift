import ArgumentParser
import Dispatch
import Foundation
import MarbleLaboratory
import StreamDiagnostics

@main
struct MarblesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "marbles",
    abstract: "Starts a laboratory: a page on which marbles are moved, and operators show what they make of them.",
    discussion: "It listens on the loopback interface alone, until ctrl-C.")

  /// The same each time, so that links outlive a start.
  private static let usualPort: UInt16 = 8642

  @Option(help: "The port; by default \(usualPort), or one that is free.")
  var port: UInt16?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(help: "Write the page as files into a folder, with results that are computed now, and do not start.")
  var write: String?

  func run() async throws {
    // Some scenarios show how a failure is left behind.
    FailureHook.install(nil)
    if let write { return try await Laboratory.write(to: write) }
    let laboratory = try await start()
    print("The laboratory is at \(laboratory.address)")
    fflush(nil)
    if open { try? opener(laboratory.address).run() }
    await interruption()
    // A request that is under way does not hold it up.
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { Foundation.exit(0) }
    await laboratory.stop()
  }

  private func start() async throws -> Laboratory {
    do {
      return try await Laboratory.start(port: port ?? Self.usualPort)
    } catch {
      if let port { throw ValidationError("The laboratory cannot listen on port \(port): \(error)") }
      return try await Laboratory.start()
    }
  }

  private func opener(_ address: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", address]
    #else
      process.arguments = ["xdg-open", address]
    #endif
    return process
  }

  /// Waits for ctrl-C, or for the request to terminate.
  private func interruption() async {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGINT, SIGTERM].map { number in
      // Without this the default action would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
