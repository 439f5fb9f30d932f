internal import Synchronization

/// A value that tells one subscriber or subscription from another.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let rawValue: UInt

  /// Makes an identifier that no other call of this initialiser returns.
  public init() {
    rawValue = Self.lastUsed.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Makes the identifier of an object; it is the same for as long as the object lives.
  ///
  /// - Parameter obj: The object to identify.
  public init(_ obj: AnyObject) {
    rawValue = UInt(bitPattern: ObjectIdentifier(obj))
  }

  /// The identifier in hexadecimal.
  public var description: String {
    "0x" + String(rawValue, radix: 16)
  }

  /// Counts up from zero, in a range where no object has its address.
  private static let lastUsed = Atomic<UInt>(0)
}

/// Something that can be told from others of its kind.
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
