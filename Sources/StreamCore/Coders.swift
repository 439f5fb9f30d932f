/// A type that encodes values into one kind of output, as `JSONEncoder` does into `Data`.
///
/// It is declared in the kernel because both the operators and the bridges to Foundation's coders need it.
public protocol TopLevelEncoder<Output> {
  /// The type of the encoded form.
  associatedtype Output

  /// Encodes a value.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: Its encoded form.
  /// - Throws: An error if the value cannot be encoded.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A type that decodes values from one kind of input, as `JSONDecoder` does from `Data`.
public protocol TopLevelDecoder<Input> {
  /// The type of the encoded form.
  associatedtype Input

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - input: Its encoded form.
  /// - Returns: The value.
  /// - Throws: An error if the value cannot be decoded.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
