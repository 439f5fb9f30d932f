/// What the subscription of an elementary publisher says of itself.
@usableFromInline
package protocol SourceLabel: CustomStringConvertible {
  /// What it says once the stream has ended; it holds on to no values.
  var ended: Self { get }
}

/// A name that stays.
@usableFromInline
package struct NameLabel: SourceLabel {
  @usableFromInline package let description: String

  @inlinable
  package init(_ name: String) {
    description = name
  }

  @inlinable package var ended: Self { self }
}

/// The values to come; after the end, a name.
@usableFromInline
package struct ValuesLabel<Values>: SourceLabel {
  @usableFromInline let values: Values?
  @usableFromInline let nameAfterEnd: String

  @inlinable
  package init(_ values: Values?, afterEnd name: String) {
    self.values = values
    nameAfterEnd = name
  }

  @inlinable package var ended: Self { Self(nil, afterEnd: nameAfterEnd) }

  @usableFromInline package var description: String { values.map { "\($0)" } ?? nameAfterEnd }
}
