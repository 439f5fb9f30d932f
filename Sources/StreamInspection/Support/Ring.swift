/// The last elements of a sequence that has no bound.
struct Ring<Element> {
  private let limit: Int
  private var stored: [Element] = []
  private var next = 0

  /// How many elements were left out.
  private(set) var forgotten = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ element: Element) {
    guard stored.count == limit else { return stored.append(element) }
    stored[next] = element
    next = (next + 1) % limit
    forgotten += 1
  }

  /// The elements, the oldest first.
  var elements: [Element] { Array(stored[next...] + stored[..<next]) }

  var last: Element? { stored.isEmpty ? nil : stored[(next + stored.count - 1) % stored.count] }
}

extension Ring: Sendable where Element: Sendable {}
