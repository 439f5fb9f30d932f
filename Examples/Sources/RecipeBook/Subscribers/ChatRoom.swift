import Streams

extension Recipe {
  static let chatRoom: Recipe = Recipe(
    "chat-room", "Everyone in the room reads what one writes, over WebSockets.",
    source: "RecipeBook/Subscribers/ChatRoom.swift"
  ) { print in
    // On the page:
    let room = BroadcastSubject<String, Never>(bufferSize: 16, whenFull: .dropOldest)
    /// Connects a WebSocket with the room: `incoming` is what it receives, `send` writes to it.
    @Sendable func join(
      _ name: String, incoming: some Publisher<String, Never>, send: @escaping @Sendable (String) -> Void
    ) -> AnyCancellable {
      let reading = room.sink(receiveValue: send)
      return
        incoming
        .map { "\(name): \($0)" }
        .prepend("\(name) comes in.")
        .append("\(name) leaves.")
        .handleEnd { _ in reading.cancel() }
        .sink { room.send($0) }
    }
    // Two sockets, as a test scripts them.
    let (ada, ben) = (PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>())
    let members = [
      join("Ada", incoming: ada) { print("To Ada: \($0)") },
      join("Ben", incoming: ben) { print("To Ben: \($0)") },
    ]
    ada.send("Hello!")
    ben.send(completion: .finished)
    ada.send("Gone already?")
    for member in members { member.cancel() }
    // Up to here.
  }
}
