/// The latest elements of sides of one type, in the order of the sides.
///
/// Once all sides have delivered, the elements are in one array. An element then replaces one in place, and the array
/// is handed on as it is: it is copied only where downstream keeps it, and elements follow.
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

  /// Exchanges the latest element of a side. The older one, if there is one, is to be released by the caller.
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
