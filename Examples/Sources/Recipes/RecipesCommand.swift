import ArgumentParser
import RecipeBook

/// Runs a recipe of the book, or lists them.
@main
struct RecipesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes", abstract: "Small programs, one per family of stream recipes.")

  @Flag(help: "List the recipes.")
  var list = false

  @Argument(help: "The name of a recipe.")
  var name: String?

  func validate() throws {
    guard list != (name != nil) else { throw ValidationError("Give the name of a recipe, or --list.") }
    if let name, Recipe.named(name) == nil {
      throw ValidationError("There is no recipe “\(name)”; --list names them.")
    }
  }

  func run() async {
    if list { return print(Recipe.listing) }
    guard let name, let recipe = Recipe.named(name) else { return }
    print(recipe.heading)
    await recipe.run { print($0) }
  }
}
