internal import IntegrationParts
public import Logging
public import StreamCore

extension Publisher {
  /// Logs the signals that pass.
  ///
  ///     upstream      --1--2--#
  ///     log("numbers", to: logger, level: .debug)
  ///     downstream    --1--2--#
  ///     log           AB1--2--C
  ///     A = "numbers: subscription"
  ///     B = "numbers: request", demand=unlimited
  ///     1, 2 = "numbers: value", value=…
  ///     C = "numbers: failure"
  ///
  /// The message is the label and the kind of signal; what is particular is metadata: `value`, `demand`. A failure is
  /// the event's `error`. The logger's own metadata, and its provider's, are added as with any other message.
  ///
  /// The logger's level is read at each subscription. A signal below it is not logged in that subscription; if none
  /// would be, the subscriber is attached to upstream, and the operator does nothing for a value. If values are off and
  /// others on, a value costs one lock, and `value` is not called.
  ///
  /// - **Demand**: passed upstream unchanged, after it has been logged.
  /// - **Completion**: logged, then passed on.
  /// - **Failure**: logged at `failureLevel`, then passed on.
  /// - **Threads**: logs where the signal passes, never under a lock. Signals of several subscriptions may be logged at
  ///   a time.
  ///
  /// - Parameters:
  ///   - label: What the messages begin with.
  ///   - logger: The logger. A copy is kept: a later change of the caller's variable changes nothing.
  ///   - level: The level of all signals but failures.
  ///   - failureLevel: The level of a failure.
  ///   - signals: The signals to log. With `.lifecycle`, nothing is logged for each value.
  ///   - value: Describes a value; called once for each value that is logged.
  ///   - file: The file that the log event names; the caller's by default.
  ///   - function: The function that it names.
  ///   - line: The line that it names.
  /// - Returns: A publisher of the same elements.
  public func log(
    _ label: String, to logger: Logger, level: Logger.Level = .debug, failureLevel: Logger.Level = .error,
    signals: LoggedSignals = .all, value: @escaping @Sendable (Output) -> String = { "\($0)" },
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> LogPublisher<Self> {
    LogPublisher(
      upstream: self, label: label, logger: logger, level: level, failureLevel: failureLevel, signals: signals,
      describe: value, site: LogSite(file: file, function: function, line: line))
  }
}

/// A publisher that logs the signals that pass.
public struct LogPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose signals are logged.
  public let upstream: Upstream

  /// What the messages begin with.
  public let label: String

  let logger: Logger
  let level: Logger.Level
  let failureLevel: Logger.Level
  let signals: LoggedSignals
  let describe: @Sendable (Output) -> String
  let site: LogSite

  /// Attaches `subscriber`, to upstream itself if the logger's level leaves nothing to log.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    // Inlinable, so that upstream knows the subscriber's type when it is compiled.
    let logged = signalsToLog
    if logged.isEmpty { upstream.subscribe(subscriber) } else { attach(subscriber, logging: logged) }
  }

  /// What is to be logged of the subscription that begins.
  @usableFromInline
  var signalsToLog: LoggedSignals {
    var logged = signals
    if level < logger.logLevel { logged.formIntersection(.failure) }
    if failureLevel < logger.logLevel { logged.remove(.failure) }
    // A publisher that cannot fail has no failure to wait for.
    if Failure.self == Never.self { logged.remove(.failure) }
    return logged
  }

  @usableFromInline
  func attach<S: Subscriber>(_ subscriber: S, logging logged: LoggedSignals)
  where S.Input == Output, S.Failure == Failure {
    WatchedPublisher(upstream: upstream, watch: LogWatch(self, logging: logged)).subscribe(subscriber)
  }
}

extension LogPublisher: Sendable where Upstream: Sendable {}
