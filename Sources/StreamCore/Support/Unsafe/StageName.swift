/// What a stage or a subscription says of itself, in one word of memory: a literal, of which there is nothing to count.
///
/// Invariant: the pointer is that of a string literal, which ends with a zero and lasts as long as the program. A literal of one
/// character may have no pointer, and is refused.
@frozen
@usableFromInline
package struct StageName: ExpressibleByStringLiteral, CustomStringConvertible, @unchecked Sendable {
  // Sendable: what it points to is part of the program, and never changes.
  @usableFromInline let start: UnsafePointer<UInt8>

  @inlinable
  package init(stringLiteral value: StaticString) {
    precondition(value.hasPointerRepresentation, "A name has more than one letter.")
    start = value.utf8Start
  }

  @usableFromInline package var description: String { String(cString: start) }
}
