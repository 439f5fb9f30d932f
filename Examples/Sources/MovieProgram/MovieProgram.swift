public import ArgumentParser
public import MovieBrowser
import MovieServer

/// The options of the film browser and its run. Each executable adds an HTTP client.
public struct MovieProgram: ParsableArguments, Sendable {
  /// The command that has these options.
  public static let configuration = CommandConfiguration(
    commandName: "movies",
    abstract: "Shows the films of a catalogue.",
    discussion: """
      Without options it starts a server of its own on the loopback interface, with a small catalogue of invented \
      films, and shows what that says. What fails is asked for up to four times.

      Exit status: 0 if the films were shown, 1 if they could not be had, 64 for wrong options, 130 if stopped by \
      ctrl-C, 143 if told to terminate.
      """)

  @Option(name: .customLong("base-url"), help: ArgumentHelp("Ask this server, not the embedded one.", valueName: "url"))
  var baseURL: String?

  @Option(help: ArgumentHelp("Show one list only.", valueName: "name"))
  var list: MovieList?

  @Flag(help: "Print JSON instead of tables.")
  var json = false

  @Flag(help: "Show one list at a time, chosen by numbers typed or piped in.")
  var browse = false

  @Option(help: ArgumentHelp("Let the embedded server fail this many requests first.", valueName: "count"))
  var flaky: Int?

  @Option(help: ArgumentHelp("Let the embedded server hold back each answer this long.", valueName: "milliseconds"))
  var delay: Int?

  /// Creates the options with their defaults.
  public init() {}

  /// Refuses options that do not go together.
  public func validate() throws {
    if baseURL != nil, flaky != nil || delay != nil {
      throw ValidationError("--flaky and --delay are for the embedded server, which --base-url replaces.")
    }
    if browse, json || list != nil {
      throw ValidationError("--browse shows tables of all lists: it goes with neither --json nor --list.")
    }
    if min(flaky ?? 0, delay ?? 0) < 0 {
      throw ValidationError("--flaky and --delay take a number that is not negative.")
    }
  }

  /// Shows the films.
  ///
  /// - Parameter client: Makes the requests.
  /// - Throws: The exit code, unless the films were shown.
  public func run(client: MovieClient) async throws {
    if let baseURL { return try await run(at: baseURL, client: client) }
    let server = try await MovieServer.start(
      MovieServer.Configuration(failingRequests: flaky ?? 0, delay: .milliseconds(delay ?? 0)))
    do {
      try await run(at: server.baseURL, client: client)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @MainActor
  private func run(at address: String, client: MovieClient) async throws {
    let console = Console()
    let ending = await BrowserRun(address: address, client: client, console: console).ending { run in
      guard !browse else { return run.browse() }
      run.show(list) { json ? try $0.json() : $0.tables(width: console.width) }
    }
    switch ending {
    case .finished:
      return
    case .failed(let error):
      console.note("movies: \(error)")
      throw ExitCode.failure
    case .interrupted(let signal):
      console.note("movies: stopped")
      throw ExitCode(128 + signal)
    }
  }
}

extension MovieList: ExpressibleByArgument {}
