#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// As for JSON: these are the kernel's protocols, separate from Combine's in Apple's SDK.

/// Encodes elements as property lists, in the encoder's `outputFormat`.
extension PropertyListEncoder: TopLevelEncoder {}

/// Decodes elements from property lists of any format.
extension PropertyListDecoder: TopLevelDecoder {}
