import StreamCore
import TestSupport
import Testing

private final class Person {
  var name = ""
}

@Suite("assign(to:on:)")
struct AssignTests {
  @Test("Sets the property")
  func setsProperty() {
    let person = Person()
    expectEqual(person.name, "")
    let cancellable = Just("ZhangSan").assign(to: \.name, on: person)
    expectEqual(person.name, "ZhangSan")
    cancellable.cancel()
  }

  @Test("Requests unlimited demand, and receives nothing after a cancel")
  func asksForEverything() {
    let upstream = ScriptedPublisher<String, Never>(letsGo: false)
    let person = Person()
    let cancellable = upstream.assign(to: \.name, on: person)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(upstream.send("a"), .none)
    cancellable.cancel()
    upstream.send("b")
    expectEqual(person.name, "a")
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Retains its object until the stream ends, and then releases it", arguments: [true, false])
  func releasesObject(finishes: Bool) {
    let upstream = ScriptedPublisher<String, Never>(letsGo: false)
    weak var object: Person?
    let assign: Subscribers.Assign<Person, String>
    do {
      let person = Person()
      object = person
      assign = Subscribers.Assign(object: person, keyPath: \.name)
    }
    upstream.subscribe(assign)
    upstream.send("a")
    expectEqual(assign.object?.name, "a")
    expect(object != nil)
    if finishes { upstream.send(completion: .finished) } else { assign.cancel() }
    expect(object == nil)
    expect(assign.object == nil)
    expectEqual(upstream.isCancelled, !finishes, "A completion is no reason to cancel.")
    upstream.send("b")
    withExtendedLifetime(assign) {}
  }

  @Test("Cancels a second subscription (rule 1)")
  func cancelsSecondSubscription() {
    let upstream = ScriptedPublisher<String, Never>()
    let cancellable = upstream.assign(to: \.name, on: Person())
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    cancellable.cancel()
  }

  @Test("The object is released outside any lock: its deinit may call back (rule 6)")
  func releaseMayReenter() {
    final class Canceller {
      var value = 0
      var assign: Subscribers.Assign<Canceller, Int>?
      let onEnd: () -> Void

      init(onEnd: @escaping () -> Void) {
        self.onEnd = onEnd
      }

      deinit {
        onEnd()
      }
    }
    let upstream = ScriptedPublisher<Int, Never>()
    var ends = 0
    weak var weakAssign: Subscribers.Assign<Canceller, Int>?
    do {
      let object = Canceller {
        ends += 1
        weakAssign?.cancel()
      }
      let assign = Subscribers.Assign(object: object, keyPath: \.value)
      weakAssign = assign
      upstream.subscribe(assign)
    }
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(ends, 1)
    expect(weakAssign == nil)
  }

  @Test("Describes itself by the type of its object")
  func describesItself() {
    let assign = Subscribers.Assign(object: Person(), keyPath: \.name)
    expectEqual(assign.description, "Assign Person.")
    expectEqual(assign.playgroundDescription as? String, "Assign Person.")
    expectEqual(assign.customMirror.children.map(\.label), ["object", "keyPath", "status"])
  }
}
