/// A small program that demonstrates a group of recipes.
package struct Recipe: Sendable {
  /// Receives a line of a recipe's output.
  package typealias Report = @Sendable (String) -> Void

  /// Its name on the command line.
  package let name: String

  /// A one-line summary.
  package let summary: String

  /// The path of its source, from the root of the repository.
  package let source: String

  private let program: @Sendable (@escaping Report) async -> Void

  /// - Parameters:
  ///   - name: Its name on the command line.
  ///   - summary: A one-line summary.
  ///   - source: The path of its source, from the folder `Examples/Sources`.
  ///   - program: Runs it, and reports lines.
  init(
    _ name: String, _ summary: String, source: String, program: @escaping @Sendable (@escaping Report) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.source = "Examples/Sources/\(source)"
    self.program = program
  }

  /// Runs the recipe to its end.
  ///
  /// - Parameter report: Receives the lines, in order.
  package func run(report: @escaping Report) async {
    await program(report)
  }

  /// What to print above its lines: where to read how they come about.
  package var heading: String { "Source: \(source)" }

  /// All recipes, in reading order.
  package static let all: [Recipe] = [
    .signUpForm, .cascadingRequests, .orderedWork, .errorGallery, .notificationsAndTimers, .errorViewModel,
    .typeahead, .dashboard, .logProcessor, .resilientClient,
  ]

  /// The recipe with a name, if there is one.
  package static func named(_ name: String) -> Recipe? {
    all.first { $0.name == name }
  }

  /// The names and summaries, one per line.
  package static var listing: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
