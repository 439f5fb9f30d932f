/// Something that turns values into one kind of output, as `JSONEncoder` does into `Data`.
///
/// It stands in the kernel because both the operators and the bridges to Foundation's coders need it.
public protocol TopLevelEncoder<Output> {
  /// What values are encoded into.
  associatedtype Output

  /// Encodes a value.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: Its encoded form.
  /// - Throws: Whatever keeps the value from being encoded.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that makes values of one kind of input, as `JSONDecoder` does of `Data`.
public protocol TopLevelDecoder<Input> {
  /// What values are decoded from.
  associatedtype Input

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - input: Its encoded form.
  /// - Returns: The value.
  /// - Throws: Whatever keeps the value from being decoded.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
