/// A FIFO queue for the elements of one publisher of a pack.
///
/// Code for an element of a pack is not specialised, and looks up each generic type that it names, in tens of
/// nanoseconds: an `Optional` and an array among them, of which `Queue` consists. This one names its own parameter
/// alone, so that an element costs a call for each operation. The slots form a ring, of which there is one until more
/// elements wait.
///
/// Invariant: of the `capacity` slots the `count` ones from `head` on are initialised, and no others. The slots belong
/// to the object, no address of one leaves a method, and only the holder of the delivery's lock calls these. With a
/// `Queue` a tuple of nine costs 4.7 times as much, one of `zip` 5.8 times.
package final class PackQueue<Element> {
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var capacity = 1
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) package private(set) var count = 0

  package init() {
    slots = .allocate(capacity: 1)
  }

  deinit {
    for offset in 0..<count { slot(offset).deinitialize(count: 1) }
    slots.deallocate()
  }

  private func slot(_ offset: Int) -> UnsafeMutablePointer<Element> {
    slots + (head &+ offset) & (capacity &- 1)
  }

  package func append(_ element: Element) {
    if count == capacity { grow() }
    slot(count).initialize(to: element)
    count &+= 1
  }

  /// Exchanges the oldest element, which must be there.
  package func exchangeFirst(_ element: inout Element) {
    precondition(count > 0, "A side has lost its latest element.")
    swap(&element, &slot(0).pointee)
  }

  /// The oldest element, which must be there.
  package var first: Element {
    precondition(count > 0, "A side has lost its latest element.")
    return slot(0).pointee
  }

  /// Removes the oldest element, which must be there.
  package func removeFirst() -> Element {
    precondition(count > 0, "A side of a zip has lost an element.")
    let oldest = slot(0)
    head = (head &+ 1) & (capacity &- 1)
    count &-= 1
    return oldest.move()
  }

  /// Doubles the number of slots, which stays a power of two.
  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    for offset in 0..<count { (larger + offset).moveInitialize(from: slot(offset), count: 1) }
    slots.deallocate()
    (slots, capacity, head) = (larger, capacity * 2, 0)
  }
}
