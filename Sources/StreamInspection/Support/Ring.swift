/// The last elements of a sequence that has no bound.
struct Ring<Element> {
  private let limit: Int
  private var stored: [Element] = []
  private var first = 0

  /// How many elements were left out.
  private(set) var forgotten = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ element: Element) {
    guard stored.count == limit else { return stored.append(element) }
    stored[first] = element
    first = (first + 1) % limit
    forgotten += 1
  }

  /// The elements, the oldest first.
  var elements: [Element] { Array(stored[first...] + stored[..<first]) }
}

extension Ring: Sendable where Element: Sendable {}
