import ArgumentParser
import MovieBrowser
import MovieProgram

@main
struct Movies: AsyncParsableCommand {
  static let configuration = MovieProgram.configuration

  @OptionGroup var program: MovieProgram

  func run() async throws {
    try await program.run(client: .urlSession())
  }
}
