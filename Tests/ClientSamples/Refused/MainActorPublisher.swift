import Streams

// A publisher is subscribed to on any thread. With the main actor as the module's default isolation, too.

@MainActor
final class Settings {
  var start = 1
}

struct FromSettings: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let settings: Settings

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    // fails: main actor-isolated property 'start' can not be referenced from a nonisolated context
    Just(settings.start).receive(subscriber: subscriber)
  }
}
