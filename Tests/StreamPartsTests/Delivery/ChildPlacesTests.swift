import StreamCore
import TestSupport
import Testing

@testable import StreamParts

// Transitions change the places, so that `#expect` needs an operator beside them.
@Suite("ChildPlaces")
struct ChildPlacesTests {
  /// Adds a child that has sent its subscription.
  private func addActive(_ name: String, to places: inout ChildPlaces) -> UpstreamKey {
    let child = places.add()
    _ = places.attach(ScriptedSubscription(description: name), of: child)
    return child
  }

  @Test("A child that has not sent its subscription counts, but is not active, and cannot be removed")
  func awaiting() {
    var places = ChildPlaces()
    let child = places.add()
    expectEqual(child, UpstreamKey(index: 0, epoch: 1))
    expectEqual(places.count, 1)
    expect(!places.isActive(child))
    expect(places.subscription(of: child) == nil)
    expect(places.remove(child) == nil)
    expectEqual(places.count, 1)
    expect(places.subscriptions.isEmpty)
  }

  @Test("A child that has sent its subscription is active, and a second subscription is refused")
  func active() {
    var places = ChildPlaces()
    let child = places.add()
    expectEqual(places.attach(ScriptedSubscription(description: "first"), of: child), true)
    expectEqual(places.attach(ScriptedSubscription(description: "second"), of: child), false)
    expect(places.isActive(child))
    expectEqual(places.subscription(of: child).map { "\($0)" }, "first")
    expectEqual(places.subscriptions.count, 1)
  }

  @Test("A removed child returns its subscription once, and no event of it counts any more")
  func removed() {
    var places = ChildPlaces()
    let child = addActive("first", to: &places)
    expectEqual(places.remove(child).map { "\($0)" }, "first")
    expect(places.remove(child) == nil)
    expectEqual(places.count, 0)
    expect(!places.isActive(child))
    expect(places.subscription(of: child) == nil)
    expectEqual(places.attach(ScriptedSubscription(), of: child), false)
  }

  @Test("A place is used again under a new epoch, and its former child finds nothing there")
  func reuse() {
    var places = ChildPlaces()
    let former = addActive("former", to: &places)
    _ = places.remove(former)
    let present = addActive("present", to: &places)
    expectEqual(present, UpstreamKey(index: 0, epoch: 2))
    expect(!places.isActive(former))
    expect(places.subscription(of: former) == nil)
    expectEqual(places.attach(ScriptedSubscription(), of: former), false)
    expect(places.remove(former) == nil)
    expectEqual(places.count, 1)
    expectEqual(places.subscription(of: present).map { "\($0)" }, "present")
  }

  @Test("The place that became free last is used first, and new ones when none is free")
  func freeList() {
    var places = ChildPlaces()
    let children = (0..<4).map { addActive("\($0)", to: &places) }
    expectEqual(children.map(\.index), [0, 1, 2, 3])
    for index in [1, 3, 0] { _ = places.remove(children[index]) }
    expectEqual(places.count, 1)
    expectEqual((0..<4).map { _ in places.add().index }, [0, 3, 1, 4])
    expectEqual(places.count, 5)
    expectEqual(places.subscriptions.map { "\($0)" }, ["2"])
  }

  @Test("Any order of adding and removing keeps the children apart", arguments: 1...20)
  func randomly(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var places = ChildPlaces()
    var living: [(child: UpstreamKey, name: String)] = []
    var highest = 0
    for step in 0..<200 {
      if living.isEmpty || Bool.random(using: &generator) {
        living.append((addActive("\(step)", to: &places), "\(step)"))
        highest = max(highest, living.count)
      } else {
        let (child, name) = living.remove(at: Int.random(in: living.indices, using: &generator))
        expectEqual(places.remove(child).map { "\($0)" }, name)
      }
      expectEqual(places.count, living.count)
    }
    for (child, name) in living { expectEqual(places.subscription(of: child).map { "\($0)" }, name) }
    expectEqual(places.places.count, highest)
  }
}
