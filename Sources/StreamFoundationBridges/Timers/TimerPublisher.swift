public import Foundation
public import StreamCore
public import StreamParts

// Apple's Foundation has members of these names already, which make Combine's publisher: a second pair would make each
// call ambiguous. There, the publisher below is made by its initialiser.
#if !canImport(Darwin)
  extension Timer {
    /// Combine's name of the publisher.
    public typealias TimerPublisher = Publishers.TimerPublisher

    /// Publishes the time, again and again.
    ///
    ///     connection      ^-------!
    ///     downstream      --t--t--t
    ///
    /// Nothing happens before the publisher is connected: by `connect()`, or by `autoconnect()` in its place.
    ///
    /// - **Demand**: a tick that comes when a subscriber has none is dropped, for that subscriber.
    /// - **Completion**: never.
    /// - **Failure**: cannot fail.
    /// - **Threads**: delivers on the thread of the run loop, while that runs in the mode.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two ticks, and from the connection to the first; at least a tenth of a
    ///     millisecond, at most ten years, and what is less, more or no number is taken for that.
    ///   - tolerance: How many seconds a tick may be late, to save energy; `nil` for none.
    ///   - runLoop: The run loop that the timer is put on.
    ///   - mode: The mode of the run loop in which it ticks.
    ///   - options: There are none; the parameter is here because Combine has it.
    /// - Returns: A publisher of the time, which has a single timer for all its subscribers.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: Never? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }
  }
#endif

// Sendable: what it was made of is never changed, and of the run loop only that is used which any thread may use.
/// A publisher of the time, again and again, on a run loop.
///
/// All its subscribers share one timer, which runs as long as the publisher is connected. When the connection has been
/// cancelled the subscribers stay, and a new connection brings ticks again. Without a cancel, the timer goes when nobody
/// has the publisher, a connection of it or a subscription to it any more.
///
/// Where Apple's SDK leaves the name free, this is `Timer.TimerPublisher`.
public final class RunLoopTimerPublisher: ConnectablePublisher, ReleasingPublisher, @unchecked Sendable {
  /// The time of a tick.
  public typealias Output = Date

  /// A timer does not fail.
  public typealias Failure = Never

  /// The seconds between two ticks.
  public let interval: TimeInterval

  /// How many seconds a tick may be late; `nil` for none.
  public let tolerance: TimeInterval?

  /// The run loop that the timer is put on.
  public let runLoop: RunLoop

  /// The mode of the run loop in which it ticks.
  public let mode: RunLoop.Mode

  /// None.
  public let options: Never?

  private let ticker = Ticker()

  /// Creates a publisher of the time, which is not connected.
  ///
  /// - Parameters:
  ///   - interval: The seconds between two ticks, and from the connection to the first; at least a tenth of a
  ///     millisecond, at most ten years, and what is less, more or no number is taken for that.
  ///   - tolerance: How many seconds a tick may be late, to save energy; `nil` for none.
  ///   - runLoop: The run loop that the timer is put on.
  ///   - mode: The mode of the run loop in which it ticks.
  ///   - options: There are none; the parameter is here because Combine has it.
  public init(
    interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
    options: Never? = nil
  ) {
    self.interval = interval
    self.tolerance = tolerance
    self.runLoop = runLoop
    self.mode = mode
    self.options = options
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
    ticker.ticks.subscribe(TickSubscriber(downstream: subscriber, ticker: ticker))
  }

  /// Starts the timer, unless it runs.
  ///
  /// - Returns: What stops it when it is cancelled, for all subscribers; not when it is released. What is got while the
  ///   timer runs stops that same timer, and none that is started later.
  public func connect() -> any Cancellable {
    ticker.start(every: interval, tolerance: tolerance, on: runLoop, in: mode)
  }
}

extension PublisherNames {
  /// ``RunLoopTimerPublisher``, under a short name that a client's own type overrides.
  public typealias TimerPublisher = RunLoopTimerPublisher
}
