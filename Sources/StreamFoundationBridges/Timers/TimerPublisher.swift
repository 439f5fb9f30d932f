public import Foundation
public import StreamCore
public import StreamParts

// Apple's Foundation already declares members of these names, which return Combine's publisher: another pair would make
// each call ambiguous. There, use the initializer of the publisher below.
#if !canImport(Darwin)
  extension Timer {
    /// Combine's name for the publisher.
    public typealias TimerPublisher = Publishers.TimerPublisher

    /// Publishes the current date repeatedly.
    ///
    ///     connection      ^-------!
    ///     downstream      --t--t--t
    ///
    /// Nothing happens before the publisher is connected, by `connect()` or `autoconnect()`.
    ///
    /// - **Demand**: a subscriber without demand at a tick misses it.
    /// - **Completion**: never.
    /// - **Failure**: cannot fail.
    /// - **Threads**: delivers on the run loop's thread, while it runs in the mode.
    ///
    /// - Parameters:
    ///   - interval: The seconds between two ticks, and from the connection to the first; clamped to between a tenth of
    ///     a millisecond and ten years.
    ///   - tolerance: The acceptable delay of a tick in seconds, to save energy; `nil` for none.
    ///   - runLoop: The run loop of the timer.
    ///   - mode: The run loop mode in which it ticks.
    ///   - options: Unused; the parameter exists for Combine compatibility.
    /// - Returns: A publisher of dates, with a single timer for all its subscribers.
    /// - Complexity: O(*n*) for each tick, where *n* is the number of subscribers.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: Never? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }
  }
#endif

// Sendable: the stored properties are immutable, and only thread-safe members of the run loop are used.
/// A publisher of the current date at each tick of a run loop's timer.
///
/// All its subscribers share one timer, which runs while the publisher is connected. After the connection is cancelled
/// the subscribers stay attached, and a new connection resumes the ticks. Without a cancel, the timer ends when the
/// publisher, its connections and its subscriptions have all been released.
///
/// Where Apple's SDK leaves the name free, this is `Timer.TimerPublisher`.
public final class RunLoopTimerPublisher: ConnectablePublisher, ReleasingPublisher, @unchecked Sendable {
  /// The date of a tick.
  public typealias Output = Date

  /// A timer cannot fail.
  public typealias Failure = Never

  /// The seconds between two ticks.
  public let interval: TimeInterval

  /// The acceptable delay of a tick in seconds; `nil` for none.
  public let tolerance: TimeInterval?

  /// The run loop of the timer.
  public let runLoop: RunLoop

  /// The run loop mode in which it ticks.
  public let mode: RunLoop.Mode

  /// Unused.
  public let options: Never?

  private let ticker = Ticker()

  /// Creates an unconnected publisher of dates.
  ///
  /// - Parameters:
  ///   - interval: The seconds between two ticks, and from the connection to the first; clamped to between a tenth of a
  ///     millisecond and ten years.
  ///   - tolerance: The acceptable delay of a tick in seconds, to save energy; `nil` for none.
  ///   - runLoop: The run loop of the timer.
  ///   - mode: The run loop mode in which it ticks.
  ///   - options: Unused; the parameter exists for Combine compatibility.
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

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
    ticker.ticks.subscribe(TickInner(downstream: subscriber, ticker: ticker))
  }

  /// Starts the timer, unless it is running.
  ///
  /// - Returns: A handle that stops the timer for all subscribers when it is cancelled, but not when it is released. A
  ///   handle obtained while the timer runs stops that timer only, not one started later.
  public func connect() -> any Cancellable {
    ticker.start(every: interval, tolerance: tolerance, on: runLoop, in: mode)
  }
}

extension PublisherNames {
  /// ``RunLoopTimerPublisher``, under a short name that a client's own type overrides.
  public typealias TimerPublisher = RunLoopTimerPublisher
}
