public import StreamCore

extension Publisher {
  /// Like ``Publisher/decode(type:decoder:)->Publishers.Decode<Self,Item,Coder>``, with a decoder that throws
  /// upstream's failure type: the failure type stays the same.
  @inlinable
  public func decode<Item: Decodable, Coder: TypedTopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> DecodePublisher<Self, Item, Coder, Failure> where Output == Coder.Input, Failure == Coder.DecodingFailure {
    DecodePublisher(self, decoder)
  }

  /// Like ``Publisher/encode(encoder:)->Publishers.Encode<Self,Coder>``, with an encoder that throws upstream's failure
  /// type: the failure type stays the same.
  @inlinable
  public func encode<Coder: TypedTopLevelEncoder>(
    encoder: Coder
  ) -> EncodePublisher<Self, Coder, Failure> where Output: Encodable, Failure == Coder.EncodingFailure {
    EncodePublisher(self, encoder)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/decode(type:decoder:)->Publishers.Decode<Self,Item,Coder>``, for a publisher that cannot fail:
  /// the decoder's error type becomes the failure type.
  @inlinable
  public func decode<Item: Decodable, Coder: TypedTopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> DecodePublisher<Self, Item, Coder, Coder.DecodingFailure> where Output == Coder.Input {
    DecodePublisher(self, decoder)
  }

  /// Like ``Publisher/encode(encoder:)->Publishers.Encode<Self,Coder>``, for a publisher that cannot fail: the
  /// encoder's error type becomes the failure type.
  @inlinable
  public func encode<Coder: TypedTopLevelEncoder>(
    encoder: Coder
  ) -> EncodePublisher<Self, Coder, Coder.EncodingFailure> where Output: Encodable {
    EncodePublisher(self, encoder)
  }
}
