/// A small program that shows a family of recipes.
package struct Recipe: Sendable {
  /// Takes a line of what a recipe has to say.
  package typealias Report = @Sendable (String) -> Void

  /// What it is called on the command line.
  package let name: String

  /// What it shows, in a line.
  package let summary: String

  private let program: @Sendable (@escaping Report) async -> Void

  init(_ name: String, _ summary: String, program: @escaping @Sendable (@escaping Report) async -> Void) {
    self.name = name
    self.summary = summary
    self.program = program
  }

  /// Runs the recipe to its end.
  ///
  /// - Parameter report: Takes the lines, one after the other.
  package func run(report: @escaping Report) async {
    await program(report)
  }

  /// All recipes, in the order in which a reader may want them.
  package static let all: [Recipe] = [
    .signUpForm, .cascadingRequests, .orderedWork, .errorGallery, .notificationsAndTimers, .errorViewModel,
  ]

  /// The recipe of a name, if there is one.
  package static func named(_ name: String) -> Recipe? {
    all.first { $0.name == name }
  }

  /// The names and what they show, a line each.
  package static var listing: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
      .joined(separator: "\n")
  }
}
