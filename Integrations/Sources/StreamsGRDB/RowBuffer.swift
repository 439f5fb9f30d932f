/// The elements of a part: appended while the database is read, and moved out one by one.
///
/// Not an array: its elements are copied as they are taken out, and a record with strings costs a count for each.
/// Whoever makes it calls ``deallocate()``.
@usableFromInline
struct RowBuffer<Element> {
  @usableFromInline let elements: UnsafeMutablePointer<Element>
  @usableFromInline let capacity: Int
  @usableFromInline var first = 0
  @usableFromInline var end = 0

  /// Makes room for `capacity` elements, at least 1.
  @inlinable
  init(capacity: Int) {
    elements = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  /// Releases its elements and its memory.
  @inlinable
  mutating func deallocate() {
    removeAll()
    elements.deallocate()
  }

  /// Empties it.
  @inlinable
  mutating func removeAll() {
    (elements + first).deinitialize(count: end - first)
    (first, end) = (0, 0)
  }

  /// Appends elements that `next` makes until there are `count`, of which there is room for.
  ///
  /// - Returns: Whether there are, or else `next` has made the last one.
  @inlinable @inline(__always)
  mutating func fill(upTo count: Int, _ next: () throws -> Element?) rethrows -> Bool {
    precondition(count <= capacity)
    while end < count {
      guard let element = try next() else { return false }
      (elements + end).initialize(to: element)
      end += 1
    }
    return true
  }

  /// Takes the first element out; `nil` if there is none.
  @inlinable @inline(__always)
  mutating func popFirst() -> Element? {
    guard first < end else { return nil }
    first += 1
    return (elements + (first - 1)).move()
  }
}
