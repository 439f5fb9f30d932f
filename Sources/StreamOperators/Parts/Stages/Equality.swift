/// A method instead of a closure: a closure would capture the metatype of the elements, which need not be sendable; the
/// method captures its sendable value only.
@frozen
@usableFromInline
package struct Equality<Element: Equatable>: Sendable {
  @inlinable
  package init() {}

  @Sendable
  @inlinable
  package func holds(_ previous: Element, _ next: Element) -> Bool {
    previous == next
  }
}
