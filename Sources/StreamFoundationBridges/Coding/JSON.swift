#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Apple's SDK gives Foundation's coders to Combine's protocols of these names. The kernel's are protocols of their own,
// so that the conformances stand here for every platform, and neither is in the other's way.

/// Encodes elements into JSON, as `encode(encoder: JSONEncoder())` asks of it.
extension JSONEncoder: TopLevelEncoder {}

/// Makes elements of JSON, as `decode(type: Film.self, decoder: JSONDecoder())` asks of it.
extension JSONDecoder: TopLevelDecoder {}
