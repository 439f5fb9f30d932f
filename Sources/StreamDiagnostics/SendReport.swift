/// The outcome of sending a value: how many subscribers received it, how many will receive it, and how many lost it.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import struct StreamDiagnostics.SendReport`.
@frozen
public struct SendReport: Equatable, Sendable {
  /// The number of subscribers that the value has been handed to.
  public var delivered: Int

  /// The number of subscribers for which the value waits.
  public var buffered: Int

  /// The number of subscribers that lose a value by this one: it, or an older one in its place.
  public var dropped: Int

  /// Whether the value was ignored, because the stream has ended.
  public var isEnded: Bool

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - delivered: The number of subscribers that the value has been handed to.
  ///   - buffered: The number of subscribers for which it waits.
  ///   - dropped: The number of subscribers that lose a value by it.
  ///   - isEnded: Whether it was ignored, because the stream has ended.
  @inlinable
  public init(delivered: Int = 0, buffered: Int = 0, dropped: Int = 0, isEnded: Bool = false) {
    (self.delivered, self.buffered, self.dropped, self.isEnded) = (delivered, buffered, dropped, isEnded)
  }
}
