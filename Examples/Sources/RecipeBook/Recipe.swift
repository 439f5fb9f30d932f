/// A small program that demonstrates a group of recipes.
package struct Recipe: Sendable {
  /// Receives a line of a recipe's output.
  package typealias Report = @Sendable (String) -> Void

  /// Its name on the command line.
  package let name: String

  /// A one-line summary.
  package let summary: String

  private let program: @Sendable (@escaping Report) async -> Void

  init(_ name: String, _ summary: String, program: @escaping @Sendable (@escaping Report) async -> Void) {
    self.name = name
    self.summary = summary
    self.program = program
  }

  /// Runs the recipe to its end.
  ///
  /// - Parameter report: Receives the lines, in order.
  package func run(report: @escaping Report) async {
    await program(report)
  }

  /// All recipes, in reading order.
  package static let all: [Recipe] = [
    .signUpForm, .cascadingRequests, .orderedWork, .errorGallery, .notificationsAndTimers, .errorViewModel,
    .weatherStation, .typeahead, .dashboard, .logProcessor, .resilientClient,
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
