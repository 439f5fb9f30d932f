import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

private class Contact: ObservableObject {
  @Published var name = "Ada"
  @Published var age = 24
  var note = ""
}

private class Friend: Contact {
  @Published var since = 1999
}

private final class GenericFriend<Detail>: Friend {
  let constant: Int32 = 1
  @Published var detail: Detail
  init(_ detail: Detail) { self.detail = detail }
}

private class Plain {
  @Published var below = 0
}

private final class OnTop: Plain, ObservableObject {
  var unpublished = 0
}

private class Manual: ObservableObject {
  var value = 0 {
    willSet { objectWillChange.send() }
  }
}

private final class Loader: ObservableObject {
  let objectWillChange = PassthroughSubject<Int, Never>()
  @Published var automatic = 0
  var image = 0 {
    willSet { objectWillChange.send(newValue) }
  }
}

/// Shows other objects' properties in place of its own.
private final class Hostile: ObservableObject, CustomReflectable {
  @Published var real = 0
  let decoy = Contact()
  var customMirror: Mirror { Mirror(self, children: ["_real": Published(initialValue: 9), "decoy": decoy]) }
}

@Suite("ObservableObject")
struct ObservableObjectTests {
  @Test("Sends once for a change, before it happens")
  func tells() {
    let contact = Contact()
    let read = Box<[Int]>([])
    nonisolated(unsafe) let here = contact  // The test's thread alone.
    let subscription = contact.objectWillChange.sink { _ in
      let age = here.age
      read.update { $0.append(age) }
    }
    contact.age += 1
    expectEqual(read.value, [24])
    expectEqual(contact.age, 25)
    subscription.cancel()
    contact.age += 1
    expectEqual(read.value, [24])
  }

  @Test("The object's publisher sends before the property's")
  func order() {
    let contact = Contact()
    let told = Box<[String]>([])
    let property = contact.$age.sink { _ in told.update { $0.append("property") } }
    let object = contact.objectWillChange.sink { told.update { $0.append("object") } }
    contact.age = 1
    expectEqual(told.value, ["property", "object", "property"])
    property.cancel()
    object.cancel()
  }

  @Test("A property without @Published sends nothing")
  func unpublished() {
    let contact = Contact()
    let recorder = contact.objectWillChange.record()
    contact.note = "x"
    expect(recorder.values.isEmpty)
  }

  @Test("Properties of subclasses, superclasses and generic classes are included")
  func inheritance() {
    let friend = GenericFriend(detail())
    let recorder = friend.objectWillChange.record()
    friend.name = "B"
    friend.since = 2000
    friend.detail = ("y", [2])
    friend.age = 1
    expectEqual(recorder.values.count, 4)
    let asContact: Contact = friend
    expect(asContact.objectWillChange === friend.objectWillChange)
    let onTop = OnTop()
    let changes = onTop.objectWillChange.record()
    onTop.below = 1
    onTop.unpublished = 1
    expectEqual(changes.values.count, 1)
  }

  private func detail() -> (String, [Int]) { ("x", [1]) }

  @Test("Each object has its own publisher, the same one each time")
  func identity() {
    let (one, two) = (Contact(), Contact())
    expect(one.objectWillChange === one.objectWillChange)
    expect(one.objectWillChange !== two.objectWillChange)
    let (recorder, other) = (one.objectWillChange.record(), two.objectWillChange.record())
    one.age = 1
    expect((recorder.values.count, other.values.count) == (1, 0))
  }

  @Test("A subscription retains the publisher of changes, to which a client sends, until it is cancelled")
  func subscriptionKeepsPublisher() {
    weak var publisher: ObservableObjectPublisher?
    var recorder: RecordingSubscriber<Void, Never>?
    do {
      let newPublisher = ObservableObjectPublisher()
      publisher = newPublisher
      recorder = newPublisher.record()
    }
    publisher?.send()
    expectEqual(recorder?.values.count, 1)
    recorder?.cancel()
    expect(publisher == nil)
    recorder = nil
  }

  @Test(
    "An object without @Published properties sends by hand only, and its publisher is released with its users")
  func manual() {
    let manual = Manual()
    let recorder = manual.objectWillChange.record()
    manual.value = 1
    manual.value = 2
    expectEqual(recorder.values.count, 2)
    let publisher = manual.objectWillChange
    expect(publisher === manual.objectWillChange)
    recorder.cancel()
    manual.value = 3
    expectEqual(recorder.values.count, 2)
    for index in 0..<1000 {
      weak var publisher: ObservableObjectPublisher?
      do {
        let other = Manual()
        publisher = other.objectWillChange
        let changes = other.objectWillChange.record()
        other.value = index
        expectEqual(changes.values.count, 1)
        changes.cancel()
      }
      expect(publisher == nil)
    }
  }

  @Test("A class's own objectWillChange is left unchanged")
  func ownPublisher() {
    let loader = Loader()
    let recorder = loader.objectWillChange.record()
    loader.automatic = 5
    loader.image = 7
    expectEqual(recorder.values, [7])
  }

  @Test("A custom mirror neither hides nor adds properties")
  func hostileMirror() {
    let hostile = Hostile()
    let recorder = hostile.objectWillChange.record()
    hostile.decoy.age = 3
    expectEqual(recorder.values.count, 0)
    hostile.real = 1
    expectEqual(recorder.values.count, 1)
  }

  @Test("The publisher can be made and sent by hand; a subscriber without demand receives nothing")
  func publisher() {
    let publisher = ObservableObjectPublisher()
    let recorder = publisher.record(demand: .max(1))
    publisher.send()
    publisher.send()
    expectEqual(recorder.values.count, 1)
    expectEqual(recorder.subscriptions, ["ObservableObjectPublisher"])
  }

  @Test("Object and publisher are released though a subscriber stays attached")
  func release() {
    weak var contact: Contact?
    let alive = Box(0)
    var recorder: RecordingSubscriber<Void, Never>?
    do {
      let new = Contact()
      contact = new
      let counted = Counted(alive)
      recorder = new.objectWillChange.record { _ in
        withExtendedLifetime(counted) { .none }
      }
      new.name = "x"
    }
    expect(contact == nil)
    recorder?.cancel()
    recorder = nil
    expectEqual(alive.value, 0)
  }

  @Test("Threads that first ask for the publisher at once get the same one, which sends for all properties")
  func threads() {
    final class Shared: ObservableObject, @unchecked Sendable {
      // Sendable: the properties' cells are safe on any thread, and the wrappers are never replaced.
      @Published var a = 0
      @Published var b = 0
    }
    for _ in 0..<100 {
      let shared = Shared()
      let publishers = Box<[ObservableObjectPublisher]>([])
      let heard = Box(0)
      // Kept until all are done: another thread may be the one that delivers.
      let subscriptions = Box<[AnyCancellable]>([])
      concurrently(3) { thread in
        let publisher = shared.objectWillChange
        publishers.update { $0.append(publisher) }
        let subscription = publisher.sink { heard.increment() }
        subscriptions.update { $0.append(subscription) }
        shared.b = thread
      }
      for subscription in subscriptions.value { subscription.cancel() }
      expect(publishers.value.allSatisfy { $0 === publishers.value[0] })
      expect(heard.value >= 3)
    }
  }
}
