internal import Synchronization

/// A value that identifies a subscriber or subscription.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let rawValue: UInt

  /// Creates a unique identifier.
  public init() {
    rawValue = Self.lastUsed.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Creates the identifier of an object; it is stable for the object's lifetime.
  ///
  /// - Parameter obj: The object to identify.
  public init(_ obj: AnyObject) {
    rawValue = UInt(bitPattern: ObjectIdentifier(obj))
  }

  /// The identifier in hexadecimal.
  public var description: String {
    "0x" + String(rawValue, radix: 16)
  }

  /// Counts up from zero, a range that contains no object addresses.
  private static let lastUsed = Atomic<UInt>(0)
}

/// A type whose instances have an identity.
public protocol CustomCombineIdentifierConvertible {
  /// The identity of this instance.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identity of this object.
  public var combineIdentifier: CombineIdentifier {
    CombineIdentifier(self)
  }
}
