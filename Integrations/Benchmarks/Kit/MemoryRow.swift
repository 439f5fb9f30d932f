/// A stream that is taken slowly, and in which nothing may pile up.
struct MemoryRow: Sendable {
  let name: String
  let library: String

  /// Takes the stream.
  ///
  /// - Returns: The resident memory near the start, and the most that it was later, in bytes.
  let take: @Sendable () async throws -> (start: Int, most: Int)

  /// By how many bytes it may grow: the allocator's share, and buffers of the kernel's and the library's sizes.
  static let limit = 16 << 20
}
