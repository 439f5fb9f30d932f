import StreamTesting
import Streams

extension Recipe {
  static let serverSentEvents: Recipe = Recipe(
    "server-sent-events", "Events as a server writes them, and as a client reads them.",
    source: "RecipeBook/Subscribers/ServerSentEvents.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let prices = PassthroughSubject<Int, Never>()
    // The server: each event is a field `data` and an empty line. A line that begins with a colon is a comment.
    let response =
      prices
      .map { "data: \($0)\n\n" }
      .idleHeartbeat(every: 15, scheduler: scheduler) { ":\n\n" }
      .map { Array($0.utf8) }
      .handleEvents(receiveOutput: { print("\($0.count) bytes are sent at \(scheduler.now) s.") })
    // The client.
    let client =
      response
      .serverSentEvents()
      .compactMap(\.data)
      .sink { _ in
        print("The response has ended.")
      } receiveValue: {
        print("The price is \($0).")
      }
    prices.send(101)
    scheduler.advance(by: 20)
    prices.send(102)
    prices.send(completion: .finished)
    client.cancel()
    // Up to here.
  }
}
