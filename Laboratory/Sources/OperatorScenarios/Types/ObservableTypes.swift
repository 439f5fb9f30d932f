import StreamCore
import StreamObservableProperties
import StreamSubscribing
import StreamTesting

extension TypeTable {
  static let observableProperties = TypeTable(
    "StreamObservableProperties",
    unplayed: [
      UnplayedType("observing(isolation:_:)", because: "it reads in turns of an actor, which come in real time"),
      UnplayedType("ObservedValue", because: "its properties change on the main actor, on which no scenario runs"),
    ],
    [
      TypeScenario(
        "ObservableObjectPublisher", ["person.name = …": "-----x-----x"],
        shows: ["person.objectWillChange": "-----A-----A-!"]
      ) { on in
        let person = Person()
        on.record("person.objectWillChange", person.objectWillChange, cancelAt: 13)
        on.names("person.name = …") { person.name = $0 }
      },
      TypeScenario(
        "Published", ["person.name = …": "---b-----c"], shows: ["person.$name": "a--b-----c-!"],
        covers: ["Published.Publisher"]
      ) { on in
        let person = Person()
        on.record("person.$name", person.$name, cancelAt: 11)
        on.names("person.name = …") { person.name = $0 }
      },
    ])
}

/// Sendable: the thread that moves the clock is the only one of a run.
private final class Person: ObservableObject, @unchecked Sendable {
  @Published var name = "a"
}

extension Stage {
  /// Calls a closure with the letters of a timeline.
  fileprivate func names(_ timeline: String, _ receive: @escaping @Sendable (String) -> Void) {
    text[dynamicMember: timeline].sink(receiveCompletion: { _ in }, receiveValue: receive).store(in: cancellables)
  }
}
