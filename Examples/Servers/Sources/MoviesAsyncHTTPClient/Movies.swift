import ArgumentParser
import MovieBrowserHTTPClient
import MovieProgram

/// The film browser of `Examples`, over async-http-client.
@main
struct Movies: AsyncParsableCommand {
  static let configuration = MovieProgram.configuration

  @OptionGroup var program: MovieProgram

  func run() async throws {
    try await program.run(client: .asyncHTTPClient())
  }
}
