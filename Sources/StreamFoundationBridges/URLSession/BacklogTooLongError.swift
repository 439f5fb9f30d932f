/// The underlying error of a stream that failed with `URLError.dataLengthExceedsMaximum`: more of the body arrived than
/// may be buffered.
public struct BacklogTooLongError: Error, Equatable, Sendable {
  /// The largest backlog in bytes: the given `maxBacklog` (a gibibyte for a download), or half of the disk's initial
  /// free space if that was less, or the backlog itself if others had nearly filled the disk.
  public let maxBacklog: Int

  /// Creates an error.
  ///
  /// - Parameter maxBacklog: The largest backlog in bytes.
  public init(maxBacklog: Int) {
    self.maxBacklog = maxBacklog
  }
}
