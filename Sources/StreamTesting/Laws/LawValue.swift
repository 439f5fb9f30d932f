/// An element that a law's pipeline has delivered: a number as it is, anything else by its description.
public enum LawValue: Hashable, Sendable, CustomStringConvertible {
  /// An `Int`.
  case number(Int)

  /// The description of another value.
  case text(String)

  init(_ value: Any) {
    self = if let number = value as? Int { .number(number) } else { .text("\(value)") }
  }

  /// The number; `nil` for the description of another value.
  public var number: Int? { if case .number(let number) = self { number } else { nil } }

  /// The element's description.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}
