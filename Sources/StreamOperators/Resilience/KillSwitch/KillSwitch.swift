public import StreamCore
private import StreamParts

/// Ends any number of streams at once, with a finish or with a failure, for `ended(by:)`.
///
///     final class Exchange {
///       private let closing = KillSwitch<ExchangeClosed>()
///       func orders(of symbol: String) -> some Publisher<Order, ExchangeClosed> {
///         feed(of: symbol).ended(by: closing)
///       }
///       func close() { closing.abort(ExchangeClosed()) }
///     }
///
/// Create one, and share it between all pipelines that are to end together, on any threads. It can be thrown once: the
/// first call of ``shutdown()`` or ``abort(_:)`` decides how streams end, those too that begin later, and further calls
/// have no effect. Without a call nothing ends, not even when it is released. It retains each stream until that stream
/// ends.
///
/// Before the call returns, the upstreams are cancelled and the streams are ended, in the order in which they began. A
/// stream that is delivering an element at that moment ends after that element, where it is delivered.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamResilience.KillSwitch`.
public final class KillSwitch<Failure: Error>: Sendable {
  @usableFromInline let signal = Broadcaster<Never, Failure>("KillSwitch")

  /// Creates a switch that has not been thrown.
  public init() {}

  /// How it has been thrown, which is how streams end; `nil` before.
  public var completion: Subscribers.Completion<Failure>? { signal.end }

  /// Finishes the streams.
  public func shutdown() {
    signal.send(completion: .finished)
  }

  /// Fails the streams.
  ///
  /// - Parameter failure: The failure of each stream.
  public func abort(_ failure: Failure) {
    signal.send(completion: .failure(failure))
  }
}
