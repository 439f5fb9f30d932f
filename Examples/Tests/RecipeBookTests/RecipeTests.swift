import RecipeBook
import Testing

@Suite("The book of recipes", .timeLimit(.minutes(10)))
struct RecipeTests {
  @Test(
    "Every recipe runs to its end, and prints something",
    arguments: [
      ("sign-up-form", "ready: heckj"), ("cascading-requests", "hec: 3 repositories, a picture of 3 bytes"),
      ("ordered-work", "done: 4"), ("error-gallery", "adaptive: finished"), ("notifications-and-timers", "0"),
      ("error-view-model", #"2: forgetful ["film 2"], candid ["film 2"] fine"#), ("weather-station", "sent: [19.5]"),
      ("typeahead", "a later view shows 1 film"), ("dashboard", "read: search 60 %"),
      ("log-processor", "memory stayed flat"),
      ("resilient-client", "over HTTP: 12 of 12 questions have been answered"),
    ])
  func runs(name: String, line: String) async throws {
    let lines = Log<String>()
    await (try #require(Recipe.named(name))).run { lines.append($0) }
    #expect(lines.entries.contains(line))
  }

  @Test("Every recipe is listed once and can be found by its name")
  func listing() {
    #expect(Set(Recipe.all.map(\.name)).count == Recipe.all.count)
    #expect(Recipe.listing.split(separator: "\n").count == Recipe.all.count)
    #expect(Recipe.all.allSatisfy { Recipe.named($0.name)?.summary == $0.summary })
    #expect(Recipe.all.count == 11)
    #expect(Recipe.named("soup") == nil)
  }
}
