/// The subjects of a partitioned log: each key has one, the same on every machine and in every version of a program.
///
///     key                customer-7        customer-8
///     partition          hash(key) mod 12: 4     9
///     subject            orders.4          orders.9
///
/// A log that stores `orders.*` keeps the order of each partition. A consumer for each partition, or for some of them,
/// keeps the order of their keys. The number of partitions is for ever: with another one, keys change their partitions.
public struct KeyedSubjects: Sendable, Hashable {
  /// What the subjects begin with.
  public let prefix: String

  /// The number of partitions.
  public let partitions: Int

  /// Creates the subjects of a partitioned log.
  ///
  /// - Parameters:
  ///   - prefix: What the subjects begin with: one or more names with dots between them, without wildcards.
  ///   - partitions: The number of partitions: one or more. Less traps.
  public init(_ prefix: String, partitions: Int) {
    precondition(partitions > 0, "A log has one partition or more, not \(partitions).")
    self.prefix = prefix
    self.partitions = partitions
  }

  /// The subject of all partitions, with a wildcard: for the configuration of the log.
  public var all: String { "\(prefix).*" }

  /// The subject of a partition.
  ///
  /// - Parameter partition: Its number, from zero. One that there is not traps.
  /// - Returns: The subject.
  public func subject(ofPartition partition: Int) -> String {
    precondition((0..<partitions).contains(partition), "There is no partition \(partition) of \(partitions).")
    return "\(prefix).\(partition)"
  }

  /// The partition of a key.
  ///
  /// - Parameter key: Any text.
  /// - Returns: A number below ``partitions``.
  public func partition(ofKey key: String) -> Int {
    Int(stableHash(key) % UInt64(partitions))
  }

  /// The subject of a key's partition.
  ///
  /// - Parameter key: Any text.
  /// - Returns: The subject.
  public func subject(ofKey key: String) -> String {
    subject(ofPartition: partition(ofKey: key))
  }
}

/// The 64-bit FNV-1a hash of the text in UTF-8, with its bits mixed once more: those of similar keys hardly differ
/// before. `Hasher` has another seed in every process.
func stableHash(_ key: String) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in key.utf8 {
    hash ^= UInt64(byte)
    hash &*= 0x100_0000_01b3
  }
  hash ^= hash >> 33
  hash &*= 0xff51_afd7_ed55_8ccd
  return hash ^ (hash >> 33)
}
