internal import ArgumentParser

/// Measures the integrations beside the libraries used bare.
@main
struct IntegrationsBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "integrations-bench", abstract: "Measures the integrations beside the libraries used bare.",
    subcommands: [Compare.self, Peer.self], defaultSubcommand: Compare.self)
}
