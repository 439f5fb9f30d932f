import Streams

extension Recipe {
  static let combineSettings: Recipe = Recipe(
    "combine-settings", "Two settings make one look, and only a change counts.",
    source: "RecipeBook/Interface/CombineSettings.swift"
  ) { print in
    // On the page:
    let isDark = CurrentValueSubject<Bool, Never>(false)
    let textSize = CurrentValueSubject<Int, Never>(12)
    let look = isDark.combineLatest(textSize)
      .map { isDark, size in "\(isDark ? "dark" : "light"), \(size > 16 ? "large" : "normal")" }
      .removeDuplicates()
      .sink { print("The page is drawn anew: \($0).") }
    textSize.send(14)
    isDark.send(true)
    textSize.send(20)
    textSize.send(24)
    look.cancel()
    // Up to here.
  }
}
