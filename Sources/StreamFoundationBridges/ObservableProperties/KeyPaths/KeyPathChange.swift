/// When a key path's value is told, and what with it. The members mean what those of `NSKeyValueObservingOptions` of the
/// same names do, and have their raw values.
public struct KeyPathObservingOptions: OptionSet, Sendable {
  /// The members, one bit each.
  public let rawValue: UInt

  /// Makes a set of options.
  ///
  /// - Parameter rawValue: The members, one bit each; bits of no member are kept, and do nothing.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A change holds the new value.
  public static let new = KeyPathObservingOptions(rawValue: 1)

  /// A change holds the old value.
  public static let old = KeyPathObservingOptions(rawValue: 2)

  /// The value at the subscription is told, as if it had just changed, without an old value.
  public static let initial = KeyPathObservingOptions(rawValue: 4)

  /// A change is told before it happens, too, without the new value.
  public static let prior = KeyPathObservingOptions(rawValue: 8)
}

/// A change of what a key path leads to.
public struct KeyPathChange<Value> {
  /// The value before the change, if it was asked for by ``KeyPathObservingOptions/old``.
  public let oldValue: Value?

  /// The value after the change, if it was asked for by ``KeyPathObservingOptions/new`` and has been set.
  public let newValue: Value?

  /// Whether the change is still to happen.
  public let isPrior: Bool

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - oldValue: The value before it.
  ///   - newValue: The value after it.
  ///   - isPrior: Whether it is still to happen.
  public init(oldValue: Value?, newValue: Value?, isPrior: Bool = false) {
    self.oldValue = oldValue
    self.newValue = newValue
    self.isPrior = isPrior
  }
}

extension KeyPathChange: Equatable where Value: Equatable {}
extension KeyPathChange: Hashable where Value: Hashable {}
extension KeyPathChange: Sendable where Value: Sendable {}
