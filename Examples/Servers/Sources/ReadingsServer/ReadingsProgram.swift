import ArgumentParser
import Hummingbird
import Readings
import UnixSignals

@main
struct ReadingsProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readings", abstract: "Stores the readings of sensors, and sends them to whoever listens.")

  @Option(help: "The port; zero for any that is free.")
  var port = 8_080

  @Option(help: "The path of the database.")
  var database = "readings.sqlite"

  func run() async throws {
    try await ReadingsServer(database: database)
      .application(port: port) { print("Listening on http://127.0.0.1:\($0)") }
      .runService(gracefulShutdownSignals: [.sigterm, .sigint])
  }
}
