/// When a key path's value is observed, and what a change contains. The members correspond to those of
/// `NSKeyValueObservingOptions`, with the same raw values.
public struct KeyPathObservingOptions: OptionSet, Sendable {
  /// The bit mask.
  public let rawValue: UInt

  /// Creates a set of options.
  ///
  /// - Parameter rawValue: The bit mask; unknown bits are kept, without effect.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A change contains the new value.
  public static let new = KeyPathObservingOptions(rawValue: 1)

  /// A change contains the old value.
  public static let old = KeyPathObservingOptions(rawValue: 2)

  /// The value at the subscription is delivered as a change without an old value.
  public static let initial = KeyPathObservingOptions(rawValue: 4)

  /// A change is also delivered before it happens, without the new value.
  public static let prior = KeyPathObservingOptions(rawValue: 8)
}

/// A change of a key path's value.
public struct KeyPathChange<Value> {
  /// The value before the change, if requested with ``KeyPathObservingOptions/old``.
  public let oldValue: Value?

  /// The value after the change, if requested with ``KeyPathObservingOptions/new`` and already set.
  public let newValue: Value?

  /// Whether the change has not happened yet.
  public let isPrior: Bool

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - oldValue: The value before it.
  ///   - newValue: The value after it.
  ///   - isPrior: Whether it has not happened yet.
  public init(oldValue: Value?, newValue: Value?, isPrior: Bool = false) {
    self.oldValue = oldValue
    self.newValue = newValue
    self.isPrior = isPrior
  }
}

extension KeyPathChange: Equatable where Value: Equatable {}
extension KeyPathChange: Hashable where Value: Hashable {}
extension KeyPathChange: Sendable where Value: Sendable {}
