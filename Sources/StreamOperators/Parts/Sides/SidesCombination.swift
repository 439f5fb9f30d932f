/// Which elements of several sides are combined.
@usableFromInline
package enum SidesCombination: Sendable {
  /// Those of the same position: `zip`.
  case byPosition

  /// The latest of each side: `combineLatest`.
  case latest

  /// The name of the operator, as descriptions show it.
  @inlinable package var operatorName: String { self == .latest ? "CombineLatest" : "Zip" }
}
