import StreamCore
import StreamTesting

/// The kernel has few operators: most of its methods begin a subscription.
extension Family {
  static let kernel = Family(
    "StreamCore",
    unplayed: [
      Unplayed(
        "connect()", because: "it begins what all subscribers share", matching: "ConnectablePublisher.",
        example: """
          let numbers = [1, 2].publisher.makeConnectable()
          let cancellable = numbers.sink { print($0) }
          print("ready")
          let connection = numbers.connect()
          """, prints: "ready\n1\n2",
        pitfall: "Keep what it returns: when that is released, the connection ends."),
      Unplayed(
        "receive(subscriber:)", because: "`subscribe(_:)` calls it: it is what a publisher implements",
        matching: "Publisher.func receive",
        example: """
          struct Greeting: Publisher {
            typealias Output = String
            typealias Failure = Never

            func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Never {
              ["Hello", "world"].publisher.subscribe(subscriber)
            }
          }
          let cancellable = Greeting().sink { print($0) }
          """, prints: "Hello\nworld",
        pitfall: """
          A direct call leaves out what `subscribe(_:)` adds around it. Call `subscribe(_:)`, or a method such as `sink`.
          """),
      Unplayed(
        "sink(receiveCompletion:receiveValue:)", because: "it ends a pipeline, and delivers to closures",
        example: """
          let cancellable = ["a", "b"].publisher.sink(
            receiveCompletion: { print($0) },
            receiveValue: { print($0) })
          """, prints: "a\nb\nfinished",
        use: "Use it at the end of a chain, to run code for each element and at the end.",
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
        "assign(to:on:)", because: "it ends a pipeline, and sets a property",
        example: """
          final class Thermometer {
            var celsius = 0
          }
          let thermometer = Thermometer()
          let cancellable = [19, 21].publisher.assign(to: \\.celsius, on: thermometer)
          print(thermometer.celsius)
          """, prints: "21",
        use: "Use it to write each element into a property.",
        pitfall: """
          It retains the object until the end: an object that keeps the cancellable is not released before that. Use \
          `assign(to:onWeak:)` for `self`.
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
  ) {
    Scenario(
      "publisher", [:], gives: "(12)--(3|)", demand: "2--1", matching: "Sequence.var publisher",
      example: """
        let cancellable = ["a", "b"].publisher.sink { print($0) }
        """, prints: "a\nb",
      pitfall: "Each subscriber iterates anew: a sequence that can be iterated once has nothing for the second one."
    ) { on in [1, 2, 3].publisher }

    Scenario(
      "publisher", [:], gives: "---(1|)", demand: "---1", matching: "Optional.var publisher",
      example: """
        let nickname: String? = "Ada"
        let cancellable = nickname.publisher.sink(
          receiveCompletion: { print($0) },
          receiveValue: { print($0) })
        """, prints: "Ada\nfinished",
      pitfall: "Without a value it only finishes. To deliver `nil` itself, write `Just(nickname)`."
    ) { on in Optional(1).publisher }

    Scenario(
      "publisher", [:], gives: "---(1|)", demand: "---1", matching: "Result.var publisher",
      example: """
        let answer = Result<Int, URLError>.success(42)
        let cancellable = answer.publisher.sink(
          receiveCompletion: { print($0) },
          receiveValue: { print($0) })
        """, prints: "42\nfinished",
      pitfall: "The result is there already. One that is yet to come is a `Future`."
    ) { on in Result<Int, MarbleFailure>.success(1).publisher }

    Scenario(
      "eraseToAnyPublisher()", ["upstream": "--1--2--3--|"], gives: "--1--2--3--|",
      example: """
        func titles() -> AnyPublisher<String, Never> {
          ["a", "b"].publisher.map { $0.uppercased() }.eraseToAnyPublisher()
        }
        let cancellable = titles().sink { print($0) }
        """, prints: "A\nB",
      use: """
        Use it for what a function or a property returns, so that its type does not show the operators inside.
        """,
      pitfall: """
        Erase once, at the end of what a function returns: an erased stage in the middle adds a call for each element.
        """
    ) { on in on.upstream.eraseToAnyPublisher() }
  }
}
