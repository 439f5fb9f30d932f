/// All positions that a stream can have: resolves ranges that leave a bound open.
@frozen
@usableFromInline
struct Positions: Collection {
  @inlinable
  init() {}

  @inlinable var startIndex: Int { 0 }

  @inlinable var endIndex: Int { .max }

  /// The successor of `.max` is `.max`, so that a closed range may end there.
  @inlinable
  func index(after index: Int) -> Int {
    precondition(index >= 0, "The position of an element cannot be negative: \(index) (rule 9).")
    return index == .max ? .max : index + 1
  }

  @inlinable
  subscript(position: Int) -> Int { position }
}
