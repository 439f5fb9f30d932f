public import StreamCore

/// A decoder whose errors are of one type, so that pipelines of `decode(type:decoder:)` keep it.
public protocol TypedTopLevelDecoder<Input, DecodingFailure>: TopLevelDecoder {
  /// The type of its errors.
  associatedtype DecodingFailure: Error

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - input: Its encoded form.
  /// - Returns: The value.
  /// - Throws: An error if the value cannot be decoded.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws(DecodingFailure) -> T
}

/// An encoder whose errors are of one type, so that pipelines of `encode(encoder:)` keep it.
public protocol TypedTopLevelEncoder<Output, EncodingFailure>: TopLevelEncoder {
  /// The type of its errors.
  associatedtype EncodingFailure: Error

  /// Encodes a value.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: Its encoded form.
  /// - Throws: An error if the value cannot be encoded.
  func encode<T: Encodable>(_ value: T) throws(EncodingFailure) -> Output
}
