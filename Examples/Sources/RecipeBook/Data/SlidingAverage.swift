import Streams

extension Recipe {
  static let slidingAverage: Recipe = Recipe(
    "sliding-average", "The mean of the last three measurements.",
    source: "RecipeBook/Data/SlidingAverage.swift"
  ) { print in
    // On the page:
    let mean: @Sendable ([Int]) -> Int = { $0.reduce(0, +) / $0.count }
    let means = [120, 130, 430, 125, 129, 124].publisher
      .windows(ofCount: 3)
      .map(mean)
    for await mean in means.values { print("\(mean) ms") }
    // Up to here.
  }
}
