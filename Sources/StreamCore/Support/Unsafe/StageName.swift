/// The description of a stage or a subscription in one word: a string literal, which needs no reference counting.
///
/// Invariant: the pointer is that of a string literal, which ends with a zero and lasts as long as the program. A
/// literal of one character may have no pointer, and is refused. A `StaticString`, of three words, costs a subscription
/// through six stages 1.02 times the instructions.
@frozen
@usableFromInline
package struct StageName: ExpressibleByStringLiteral, CustomStringConvertible, @unchecked Sendable {
  // Sendable: points to immutable static storage.
  @usableFromInline let start: UnsafePointer<UInt8>

  @inlinable
  package init(stringLiteral value: StaticString) {
    precondition(value.hasPointerRepresentation, "StageName needs a literal with static storage.")
    start = value.utf8Start
  }

  @usableFromInline package var description: String { String(cString: start) }
}
