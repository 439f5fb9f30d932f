import StreamTesting
import Streams

extension Recipe {
  static let fanOut: Recipe = Recipe(
    "fan-out", "A slow reader loses values, and does not hold up the others.",
    source: "RecipeBook/Subscribers/FanOut.swift"
  ) { print in
    // On the page:
    let prices = BroadcastSubject<Int, Never>(bufferSize: 2, whenFull: .dropOldest)
    let log = prices.sink { print("The log has \($0).") }
    let screen = prices.record(demand: .max(1))
    for price in 101...105 { prices.send(price) }
    screen.request(.unlimited)
    print("The screen has drawn \(screen.values).")
    log.cancel()
    screen.cancel()
    // Up to here.
  }
}
