import TestSupport
import Testing

@testable import StreamObservableProperties

@Suite("OnceSet")
struct OnceSetTests {
  /// A reference that several threads can set.
  private final class Held: Sendable {
    let reference = OnceSet<Counted>()
  }

  @Test("At first there is no object")
  func empty() {
    let reference = OnceSet<Counted>()
    expect(reference.object == nil)
  }

  @Test("The first object that is set remains, and a second one is released")
  func setsOnce() {
    let alive = Box(0)
    let reference = OnceSet<Counted>()
    let first = Counted(alive)
    expect(reference.set(first) === first)
    expect(reference.set(Counted(alive)) === first)
    expect(reference.object === first)
    expectEqual(alive.value, 1)
  }

  @Test("The object lives as long as the reference, and no longer")
  func releases() {
    let alive = Box(0)
    do {
      let held = Held()
      held.reference.set(Counted(alive))
      expectEqual(alive.value, 1)
      expect(held.reference.object != nil)
    }
    expectEqual(alive.value, 0)
  }

  @Test("Of several threads that set, all get the same object, and the others are released")
  func threads() {
    for _ in 0..<200 {
      let (alive, found) = (Box(0), Box(Set<ObjectIdentifier>()))
      let held = Held()
      concurrently(4) { _ in
        let object = held.reference.set(Counted(alive))
        found.update { _ = $0.insert(ObjectIdentifier(object)) }
        if held.reference.object !== object { Issue.record("The object has changed.") }
      }
      expectEqual(found.value.count, 1)
      expectEqual(alive.value, 1)
    }
  }
}
