internal import Foundation
internal import StreamCore

/// The timer of a publisher, and the subject of its ticks. The run loop retains the timer, which references this
/// weakly.
// Sendable: the timer is accessed under the lock, and may be invalidated on any thread.
final class Ticker: @unchecked Sendable {
  let ticks = Broadcaster<Date, Never>("Timer")

  private let running = Locked<Timer?>(nil)

  /// The bounds of an interval in seconds: Foundation's minimum, and ten years.
  private static let (shortest, longest) = (0.000_1, 315_360_000.0)

  deinit {
    running.value?.invalidate()
  }

  /// Starts the timer, unless it is running.
  ///
  /// - Returns: A handle that stops it.
  func start(
    every interval: TimeInterval, tolerance: TimeInterval?, on runLoop: RunLoop, in mode: RunLoop.Mode
  ) -> TickerConnection {
    // A NaN or infinite interval would crash the program.
    let interval = interval > Self.shortest ? min(interval, Self.longest) : Self.shortest
    // On Linux, a timer created without a fire date fires immediately.
    let first = Date(timeIntervalSinceNow: interval)
    let made = Timer(fire: first, interval: interval, repeats: true) { [weak self] timer in
      if let self { tick(of: timer) } else { timer.invalidate() }
    }
    if let tolerance, tolerance > 0 { made.tolerance = min(tolerance, Self.longest) }
    let timer = running.withLock { running in
      let timer = running ?? made
      running = timer
      return timer
    }
    // If another timer is running, this one is dropped: it has never been on a run loop.
    if timer === made { runLoop.add(made, forMode: mode) }
    return TickerConnection(ticker: self, timer: timer)
  }

  private func tick(of timer: Timer) {
    // Another thread may have stopped it just before this tick.
    guard running.withLock({ $0 === timer }) else { return }
    ticks.send(Date())
  }

  fileprivate func stop(_ timer: Timer) {
    let stopped = running.withLock { running in
      guard running === timer else { return nil as Timer? }
      return running.take()
    }
    stopped?.invalidate()
  }
}

/// Stops the timer that was running at its creation, and retains the ticker.
// Sendable: the timer is only compared by identity, and invalidated by the ticker.
final class TickerConnection: ConcurrentCancellable, @unchecked Sendable {
  private let ticker: Ticker
  private let timer: Timer

  init(ticker: Ticker, timer: Timer) {
    self.ticker = ticker
    self.timer = timer
  }

  func cancel() {
    ticker.stop(timer)
  }
}

/// Retains the ticker for the duration of downstream's subscription.
struct TickInner<Downstream: Subscriber<Date, Never>>: ForwardingInner {
  let downstream: Downstream
  let ticker: Ticker

  var description: String { "Timer" }

  func receive(_ input: Date) -> Subscribers.Demand {
    downstream.receive(input)
  }
}
