public import StreamCore

extension Publisher {
  /// Like ``Publisher/decode(type:decoder:)->Publishers.Decode<Self,Item,Coder>``, with a decoder whose errors are of
  /// upstream's type of failure, which stays.
  @inlinable
  public func decode<Item: Decodable, Coder: TypedTopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> DecodePublisher<Self, Item, Coder, Failure> where Output == Coder.Input, Failure == Coder.DecodingFailure {
    DecodePublisher(self, decoder)
  }

  /// Like ``Publisher/encode(encoder:)->Publishers.Encode<Self,Coder>``, with an encoder whose errors are of upstream's
  /// type of failure, which stays.
  @inlinable
  public func encode<Coder: TypedTopLevelEncoder>(
    encoder: Coder
  ) -> EncodePublisher<Self, Coder, Failure> where Output: Encodable, Failure == Coder.EncodingFailure {
    EncodePublisher(self, encoder)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/decode(type:decoder:)->Publishers.Decode<Self,Item,Coder>``, of a publisher that cannot fail: the
  /// failure is of the type of the decoder's errors.
  @inlinable
  public func decode<Item: Decodable, Coder: TypedTopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> DecodePublisher<Self, Item, Coder, Coder.DecodingFailure> where Output == Coder.Input {
    DecodePublisher(self, decoder)
  }

  /// Like ``Publisher/encode(encoder:)->Publishers.Encode<Self,Coder>``, of a publisher that cannot fail: the failure
  /// is of
  /// the type of the encoder's errors.
  @inlinable
  public func encode<Coder: TypedTopLevelEncoder>(
    encoder: Coder
  ) -> EncodePublisher<Self, Coder, Coder.EncodingFailure> where Output: Encodable {
    EncodePublisher(self, encoder)
  }
}
