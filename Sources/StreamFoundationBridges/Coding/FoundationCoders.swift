#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Apple's SDK conforms Foundation's coders to Combine's protocols of these names. The kernel's are separate protocols,
// so these conformances are declared on every platform, without a conflict.

/// Encodes elements as JSON, for `encode(encoder: JSONEncoder())`.
extension JSONEncoder: TopLevelEncoder {}

/// Decodes elements from JSON, for `decode(type: Film.self, decoder: JSONDecoder())`.
extension JSONDecoder: TopLevelDecoder {}

/// Encodes elements as property lists, in the encoder's `outputFormat`.
extension PropertyListEncoder: TopLevelEncoder {}

/// Decodes elements from property lists of any format.
extension PropertyListDecoder: TopLevelDecoder {}
