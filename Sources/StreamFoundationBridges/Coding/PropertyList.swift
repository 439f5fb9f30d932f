#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// As for JSON: these are the kernel's protocols, and stand beside Combine's where Apple's SDK has those.

/// Encodes elements into property lists, in the encoder's `outputFormat`.
extension PropertyListEncoder: TopLevelEncoder {}

/// Makes elements of property lists of any format.
extension PropertyListDecoder: TopLevelDecoder {}
