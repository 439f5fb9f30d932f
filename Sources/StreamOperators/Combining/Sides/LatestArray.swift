/// The latest elements of sides of one type, in the order of the sides.
///
/// Once all sides have delivered, the elements are in one array. A new element then replaces the old one in place, and
/// the array is delivered as it is: it is copied only if downstream still keeps it when the next element arrives.
@usableFromInline
struct LatestArray<Element> {
  /// The first elements, until all sides have delivered one.
  @usableFromInline var first: [Element?]

  /// How many sides have not delivered an element yet.
  @usableFromInline var missingCount: Int

  /// The latest element of each side; empty until all have delivered one.
  @usableFromInline var elements: [Element] = []

  /// - Parameter count: The number of sides.
  @inlinable
  init(count: Int) {
    first = Array(repeating: nil, count: count)
    missingCount = count
  }

  /// Replaces the latest element of a side. The caller releases the older one, if there is one.
  ///
  /// - Parameters:
  ///   - element: The new element, then the older one.
  ///   - side: The number of the side.
  @inlinable @inline(__always)
  mutating func exchange(_ element: inout Element?, of side: Int) {
    if missingCount == 0, let new = element.take() {
      element = elements[side]
      elements[side] = new
    } else {
      exchangeFirst(&element, of: side)
    }
  }

  @inlinable
  mutating func exchangeFirst(_ element: inout Element?, of side: Int) {
    swap(&first[side], &element)
    guard element == nil else { return }
    missingCount -= 1
    guard missingCount == 0 else { return }
    elements = first.compactMap { $0 }
    first = []
  }
}
