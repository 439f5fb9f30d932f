import StreamConcurrency
import StreamTesting

extension Family {
  static let concurrency = Family("StreamConcurrency", unplayed: blocking + isolating) {
    concurrencyMapping
    loops
    awaitedValues
    carriedContext
  }

  private static let blocking: [Unplayed] = [
    Unplayed(
      "await", because: "it blocks a thread until the end, and virtual time stands still meanwhile",
      example: """
        func script() {
          print((1...3).publisher.reduce(0, +).await)
        }
        script()
        """, prints: "6",
      pitfall: "It blocks its thread: in asynchronous code await `lastValue`."),
    Unplayed(
      "waitForFirst(timeout:)",
      because: "it blocks a thread until the value is there, and virtual time stands still meanwhile",
      example: """
        func script() throws {
          let first = try ["red", "green"].publisher.waitForFirst()
          print(first ?? "none")
        }
        try script()
        """, prints: "red",
      pitfall: """
        On the thread that the publisher needs to deliver on it waits in vain. Pass a `timeout`, or in asynchronous code \
        await `firstValue`.
        """),
    Unplayed(
      "waitForLast(timeout:)", because: "it blocks a thread until the end, and virtual time stands still meanwhile",
      example: """
        func script() throws {
          let sum = try (1...4).publisher.scan(0, +).waitForLast()
          print(sum ?? 0)
        }
        try script()
        """, prints: "10",
      pitfall: "A publisher that never finishes blocks the thread for ever: pass a `timeout`."),
    Unplayed(
      "waitForAll(timeout:maxCount:)",
      because: "it blocks a thread until the end, and virtual time stands still meanwhile",
      example: """
        func script() throws {
          let names = try ["Ada", "Grace", "Alan"].publisher.waitForAll(maxCount: 2)
          print(names)
        }
        try script()
        """, prints: #"["Ada", "Grace"]"#,
      pitfall: "All values are kept in memory: bound them with `maxCount` if the publisher may deliver many."),
    Unplayed(
      "waitForCompletion(timeout:)",
      because: "it blocks a thread until the end, and virtual time stands still meanwhile",
      example: """
        func script() {
          let silent = PassthroughSubject<Int, Never>()
          do {
            try silent.waitForCompletion(timeout: .milliseconds(1))
          } catch {
            print("gave up")
          }
        }
        script()
        """, prints: "gave up",
      pitfall: "A publisher that never finishes blocks the thread for ever: pass a `timeout`."),
  ]

  private static let isolating: [Unplayed] = [
    Unplayed(
      "assuming(_:)", because: "it makes a function, and not a stream", covers: ["assuming(_:_:)"],
      example: """
        @MainActor
        final class Screen {
          var unit = "°C"
          func show(_ degrees: [Int]) {
            let cancellable = degrees.publisher
              .map(MainActor.assuming { "\\($0) \\(self.unit)" })
              .sink { print($0) }
            cancellable.cancel()
          }
        }
        await Screen().show([20, 25])
        """, prints: "20 °C\n25 °C",
      pitfall: "Off the main actor the function ends the process: put `receive(on: MainActor.shared)` before it.")
  ]
}
