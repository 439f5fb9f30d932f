/// An iterator of elements whose type is known under another name.
@frozen
@usableFromInline
struct Retyped<Values: IteratorProtocol, Element>: IteratorProtocol {
  @usableFromInline var values: Values

  @inlinable
  init(_ values: Values) {
    assert(Values.Element.self == Element.self)
    self.values = values
  }

  @inlinable @inline(__always)
  mutating func next() -> Element? { unsafeBitCast(values.next(), to: Element?.self) }
}
