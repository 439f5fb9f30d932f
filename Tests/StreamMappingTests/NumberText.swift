import StreamCore
import TestSupport

/// Writes whole numbers as text; refuses negative ones, and all that is no number.
struct NumberWriter: TopLevelEncoder {
  var token: Token?

  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int, number >= 0 else { throw TestError("cannot write \(value)") }
    return "\(number)"
  }
}

/// Reads whole numbers from text; refuses all else.
struct NumberReader: TopLevelDecoder {
  var token: Token?

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let number = Int(text) as? T else { throw TestError("cannot read \(text)") }
    return number
  }
}
