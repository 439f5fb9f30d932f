import StreamCore
import TestSupport
import Testing

@testable import StreamCombining

@Suite("LatestArray: the latest elements of combineLatest of a collection")
struct LatestArrayTests {
  /// Exchanges the element of a side, and returns the older one.
  private func exchange<Element>(_ element: Element, of side: Int, in latest: inout LatestArray<Element>) -> Element? {
    var element: Element? = element
    latest.exchange(&element, of: side)
    return element
  }

  @Test("The array is filled once all sides have delivered, with the latest of each, in order")
  func fills() {
    var latest = LatestArray<Int>(count: 3)
    expect(exchange(1, of: 2, in: &latest) == nil)
    expect(exchange(2, of: 0, in: &latest) == nil)
    expectEqual(exchange(3, of: 2, in: &latest), 1)
    expectEqual(latest.missingCount, 1)
    expect(latest.elements.isEmpty)
    expect(exchange(4, of: 1, in: &latest) == nil)
    expectEqual(latest.elements, [2, 4, 3])
    expect(latest.first.isEmpty)
  }

  @Test("From then on an element replaces that of its side, which is given back")
  func replaces() {
    var latest = LatestArray<Int>(count: 2)
    for side in 0...1 { _ = exchange(side, of: side, in: &latest) }
    expectEqual(exchange(7, of: 1, in: &latest), 1)
    expectEqual(exchange(8, of: 0, in: &latest), 0)
    expectEqual(latest.elements, [8, 7])
  }

  @Test("An array that nobody keeps stays where it is; one that is kept does not change")
  func copies() {
    var latest = LatestArray<Int>(count: 2)
    for side in 0...1 { _ = exchange(side, of: side, in: &latest) }
    func place() -> UnsafeRawPointer? { latest.elements.withUnsafeBytes { $0.baseAddress } }
    let first = place()
    for number in 1...9 { _ = exchange(number, of: 1, in: &latest) }
    expectEqual(place(), first)
    let kept = latest.elements
    _ = exchange(10, of: 1, in: &latest)
    expect(place() != first)
    expectEqual(kept, [0, 9])
    expectEqual(latest.elements, [0, 10])
  }

  @Test("An element that is an absent value counts as one")
  func absentValues() {
    var latest = LatestArray<Int?>(count: 2)
    expectEqual(exchange(nil, of: 0, in: &latest), .none)
    expectEqual(exchange(nil, of: 1, in: &latest), .none)
    expectEqual(latest.elements, [nil, nil])
    expectEqual(exchange(1, of: 0, in: &latest), .some(nil))
    expectEqual(latest.elements, [1, nil])
  }

  @Test("What the sides share is removed once, and holds nothing afterwards")
  func removes() {
    let box = LatestArrayBox<Int>(count: 1)
    var element: Int? = 5
    box.held.value.exchange(&element, of: 0)
    expectEqual((box.removeAll() as? LatestArray<Int>)?.elements, [5])
    expect(box.held.value.elements.isEmpty)
    expectEqual((box.removeAll() as? LatestArray<Int>)?.elements, [])
  }
}
