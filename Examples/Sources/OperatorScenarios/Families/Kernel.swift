/// The kernel has no operators: its methods begin a subscription.
extension Family {
  static let kernel = Family(
    "StreamCore",
    unplayed: [
      Unplayed(
        "sink(receiveCompletion:receiveValue:)", because: "it ends a pipeline, and delivers to closures",
        example: """
          let cancellable = ["a", "b"].publisher.sink(
            receiveCompletion: { print($0) },
            receiveValue: { print($0) })
          """, prints: "a\nb\nfinished",
        pitfall: "Keep what it returns: when that is released, the subscription ends, and nothing more comes."),
      Unplayed(
        "sink(receiveValue:)", because: "it ends a pipeline, and delivers to a closure",
        example: """
          let prices = PassthroughSubject<Int, Never>()
          let cancellable = prices.sink { print("price", $0) }
          prices.send(10)
          cancellable.cancel()
          prices.send(20)
          """, prints: "price 10",
        pitfall: """
          It exists for publishers that cannot fail: handle the failure before, by `replaceError` or `catch`, or use \
          `sink(receiveCompletion:receiveValue:)`.
          """),
      Unplayed(
        "assign(to:on:isolation:)", because: "it ends a pipeline, and sets a property",
        example: """
          final class Thermometer {
            var celsius = 0
          }
          let thermometer = Thermometer()
          let cancellable = [19, 21].publisher.assign(to: \\.celsius, on: thermometer)
          print(thermometer.celsius)
          """, prints: "21",
        pitfall: """
          It retains the object until the end: an object that keeps the cancellable keeps itself. Use `assign(to:onWeak:)` for \
          `self`.
          """),
      Unplayed(
        "subscribe(_:)", because: "it ends a pipeline, and sends its values through a subject",
        example: """
          let sums = PassthroughSubject<Int, Never>()
          let printing = sums.sink { print($0) }
          let feeding = (1...3).publisher.scan(0, +).subscribe(sums)
          """, prints: "1\n3\n6",
        pitfall: """
          It passes on the completion, too, after which the subject sends nothing more. A `sink` that calls `send` does not.
          """),
    ]
  ) {}
}
