import StreamTesting
import Streams

extension Recipe {
  static let heartbeat: Recipe = Recipe(
    "heartbeat", "Send something in a silence, so that a connection stays open.",
    source: "RecipeBook/Subscribers/Heartbeat.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let events = PassthroughSubject<String, Never>()
    let connection =
      events
      .idleHeartbeat(every: 15, scheduler: scheduler) { "still here" }
      .sink { print("Sent at \(scheduler.now) s: “\($0)”") }
    scheduler.advance(by: 10)
    events.send("price 1")
    scheduler.advance(by: 40)
    events.send("price 2")
    events.send(completion: .finished)
    connection.cancel()
    // Up to here.
  }
}
