internal import Foundation
internal import StreamCore

/// The timer of a publisher, and whom it tells. The run loop holds the timer, and that does not hold this.
// Sendable: the timer is reached under the lock, and may be invalidated on any thread.
final class Ticker: @unchecked Sendable {
  let ticks = Broadcaster<Date, Never>("Timer")

  private let running = Locked<Timer?>(nil)

  /// What Foundation takes for the shortest interval, and ten years: the seconds between two ticks.
  private static let (shortest, longest) = (0.000_1, 315_360_000.0)

  deinit {
    running.value?.invalidate()
  }

  /// Starts the timer, unless it runs.
  ///
  /// - Returns: What stops it.
  func start(
    every interval: TimeInterval, tolerance: TimeInterval?, on runLoop: RunLoop, in mode: RunLoop.Mode
  ) -> TickerConnection {
    // What is no number, or has no end, would stop the program.
    let interval = interval > Self.shortest ? min(interval, Self.longest) : Self.shortest
    // Foundation for Linux lets a timer that is made without a date tick at once.
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
    // One that has been invalidated meanwhile, the run loop does not take.
    if timer === made { runLoop.add(made, forMode: mode) }
    return TickerConnection(ticker: self, timer: timer)
  }

  private func tick(of timer: Timer) {
    // It may have been stopped by another thread while it was about to tick.
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

/// Stops the timer that ran when it was made, and keeps the ticker alive.
// Sendable: the timer is told apart from others, and invalidated by the ticker.
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

/// Keeps the ticker alive for as long as downstream is subscribed.
struct TickSubscriber<Downstream: Subscriber<Date, Never>>: ForwardingInner {
  let downstream: Downstream
  let ticker: Ticker

  var description: String { "Timer" }

  func receive(_ input: Date) -> Subscribers.Demand {
    downstream.receive(input)
  }
}
