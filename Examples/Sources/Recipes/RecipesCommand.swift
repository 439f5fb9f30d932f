import ArgumentParser
import RecipeBook

/// Runs a recipe of the book, or lists them.
@main
struct RecipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes", abstract: "Small programs for common tasks with streams.")

  @Flag(help: "List the recipes.")
  var list = false

  @Flag(help: "Run all recipes, and write their code and what they print into the page of the documentation.")
  var writePage = false

  @Argument(help: "The name of a recipe.")
  var name: String?

  func validate() throws {
    guard [list, writePage, name != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Give the name of a recipe, or --list, or --write-page.")
    }
    if let name, Recipe.named(name) == nil {
      throw ValidationError("There is no recipe “\(name)”; --list names them.")
    }
  }

  func run() async throws {
    if list { return print(Recipe.listing) }
    if writePage { return try await RecipePage.update() }
    guard let name, let recipe = Recipe.named(name) else { return }
    print(recipe.heading)
    await recipe.run { print($0) }
  }
}
