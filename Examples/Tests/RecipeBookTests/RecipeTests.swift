import Foundation
import RecipeBook
import Testing

@Suite("The book of recipes", .timeLimit(.minutes(10)))
struct RecipeTests {
  private static let update: Comment = """
    Docs/Website/Guides.docc/Recipes.md differs. To write code and lines into it, run
    swift run --package-path Examples recipes --write-page
    """

  @Test("Every recipe runs to its end, and prints what the page shows", arguments: Recipe.all.map(\.name))
  func runs(name: String) async throws {
    let recipe = try #require(Recipe.named(name))
    let log = Log<String>()
    await recipe.run { log.append($0) }
    let shown = try #require(try RecipePage().block("text", of: recipe.page), Self.update)
    var (lines, expected) = (recipe.output(log.entries).split(separator: "\n"), shown.split(separator: "\n"))
    #expect(expected.first == Substring(recipe.heading))
    if !recipe.isOrdered { (lines, expected) = (lines.sorted(), expected.sorted()) }
    #expect(lines == expected, Self.update)
  }

  @Test("The page shows the code of every recipe as its source has it, and no more than a page of it")
  func code() throws {
    let page = try RecipePage()
    for program in Recipe.all.map(\.page) + [RecipePage.weatherStation] {
      let code = try #require(
        try RecipePage.code(of: program), "\(program.source) has no line “// On the page:”.")
      #expect(page.block("swift", of: program) == code, Self.update)
      #expect(code.split(separator: "\n").count <= 65, "Show less of \(program.source).")
    }
  }

  @Test("The guide of the server shows the code of its program")
  func server() throws {
    let guide = try String(
      contentsOf: RecipePage.root.appendingPathComponent("Docs/Website/Guides.docc/ServerWithStreams.md"),
      encoding: .utf8)
    let blocks = guide.matches(of: #/```swift\n((?s).+?)\n```/#).map { String($0.1) }
    let program = RecipePage.Program(command: "", source: "Examples/Servers/Sources/Readings/ReadingsServer.swift")
    #expect(try blocks.joined(separator: "\n\n") == RecipePage.code(of: program))
  }

  @Test("The page has a section for every recipe, in the order of the list")
  func order() throws {
    #expect(try RecipePage().commands == Recipe.all.map(\.page.command))
  }

  @Test("What is written into a section is read from it, and no other section changes")
  func blocks() throws {
    var page = try RecipePage()
    let (changed, other) = (Recipe.all[1].page, Recipe.all[2].page)
    let before = page.block("swift", of: other)
    let isWritten = page.setBlock("swift", of: changed, to: "let answer = 42")
    #expect(isWritten)
    #expect(page.block("swift", of: changed) == "let answer = 42")
    #expect(page.block("swift", of: other) == before)
    let isSoupWritten = page.setBlock("swift", of: .init(command: "swift run soup", source: ""), to: "")
    #expect(!isSoupWritten)
  }

  @Test("Every recipe is listed once and can be found by its name")
  func listing() {
    #expect(Set(Recipe.all.map(\.name)).count == Recipe.all.count)
    #expect(Recipe.listing.split(separator: "\n").count == Recipe.all.count)
    #expect(Recipe.all.allSatisfy { Recipe.named($0.name)?.summary == $0.summary })
    #expect(Recipe.all.count == 41)
    #expect(Recipe.named("soup") == nil)
  }
}
