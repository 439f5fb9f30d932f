/// The positions of the elements of a stream, for ranges that leave a bound open.
@frozen
@usableFromInline
struct Positions: Collection {
  @inlinable
  init() {}

  @inlinable var startIndex: Int { 0 }

  @inlinable var endIndex: Int { .max }

  /// The last one is followed by itself, so that a range may reach up to it.
  @inlinable
  func index(after index: Int) -> Int {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return index == .max ? .max : index + 1
  }

  @inlinable
  subscript(position: Int) -> Int { position }
}
