/// Values in the order of their arrival, taken from the front in constant time each.
@usableFromInline
package struct Waiting<Value> {
  /// The front, reversed.
  @usableFromInline var front: [Value] = []
  @usableFromInline var back: [Value] = []

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { front.isEmpty && back.isEmpty }

  @inlinable
  package mutating func append(_ value: Value) {
    back.append(value)
  }

  /// Takes up to `count` values.
  @inlinable
  package mutating func take(_ count: Int) -> [Value] {
    if front.isEmpty, back.count <= count {
      defer { back = [] }
      return back
    }
    var taken: [Value] = []
    while taken.count < count, !isEmpty {
      if front.isEmpty {
        front = back.reversed()
        back = []
      }
      let part = min(count - taken.count, front.count)
      taken += front.suffix(part).reversed()
      front.removeLast(part)
    }
    return taken
  }

  /// Puts values that were taken back at the front.
  @inlinable
  package mutating func putBack(_ values: [Value]) {
    front += values.reversed()
  }
}
