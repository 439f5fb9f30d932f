/// Says that more of a body came than may wait for demand.
///
/// It is the underlying error of the `URLError.dataLengthExceedsMaximum` that a stream fails with whose `maxBacklog` has
/// been reached.
public struct BacklogTooLongError: Error, Equatable, Sendable {
  /// How many bytes may wait: the `maxBacklog` that was given, or half of what was free on the disk, if that was less.
  public let maxBacklog: Int

  /// Makes a description of the limit.
  ///
  /// - Parameter maxBacklog: How many bytes may wait.
  public init(maxBacklog: Int) {
    self.maxBacklog = maxBacklog
  }
}
