import Foundation
import RecipeBook
import Testing

@Suite("The book of recipes", .timeLimit(.minutes(10)))
struct RecipeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The part of the article that is about a recipe.
  private static func section(of recipe: Recipe) throws -> String? {
    let article = root.appending(path: "Docs/Website/Guides.docc/Recipes.md")
    let sections = try String(contentsOf: article, encoding: .utf8).split(separator: "\n## ")
    return sections.first { $0.hasPrefix("\(recipe.name)\n") }.map(String.init)
  }

  @Test("Every recipe runs to its end, and prints what the article shows", arguments: Recipe.all.map(\.name))
  func runs(name: String) async throws {
    let recipe = try #require(Recipe.named(name))
    let lines = Log<String>()
    await recipe.run { lines.append($0) }
    let fence = try #require(try Self.section(of: recipe)?.split(separator: "```text\n").last)
    var expected = try #require(fence.split(separator: "\n```").first).split(separator: "\n").map(String.init)
    #expect(expected.removeFirst() == recipe.heading)
    // Groups end in no particular order.
    if name == "log-processor" {
      #expect(Set(lines.entries) == Set(expected))
    } else {
      #expect(lines.entries == expected)
    }
  }

  @Test("Every recipe has a section of the article, with its command, and a source that exists")
  func article() throws {
    for recipe in Recipe.all {
      let section = try #require(try Self.section(of: recipe), "The article lacks \(recipe.name).")
      #expect(section.contains("```sh\nswift run --package-path Examples recipes \(recipe.name)\n```"))
      #expect(section.contains(recipe.heading))
      let source = Self.root.appending(path: recipe.source).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: source), "\(recipe.name) names \(recipe.source).")
    }
  }

  @Test("Every recipe is listed once and can be found by its name")
  func listing() {
    #expect(Set(Recipe.all.map(\.name)).count == Recipe.all.count)
    #expect(Recipe.listing.split(separator: "\n").count == Recipe.all.count)
    #expect(Recipe.all.allSatisfy { Recipe.named($0.name)?.summary == $0.summary })
    #expect(Recipe.all.count == 10)
    #expect(Recipe.named("soup") == nil)
  }
}
