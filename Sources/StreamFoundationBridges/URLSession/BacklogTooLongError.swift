/// The reason why a stream has failed with `URLError.dataLengthExceedsMaximum`, as that error's underlying one: more of the
/// body came than may wait for demand.
public struct BacklogTooLongError: Error, Equatable, Sendable {
  /// How many bytes may wait: the `maxBacklog` that was given (of a download, a gibibyte), or half of what was free on the
  /// disk, if that was less, or what waited already, if others had nearly filled the disk.
  public let maxBacklog: Int

  /// Makes a description of the limit.
  ///
  /// - Parameter maxBacklog: How many bytes may wait.
  public init(maxBacklog: Int) {
    self.maxBacklog = maxBacklog
  }
}
