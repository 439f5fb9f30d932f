internal import StreamCore
internal import Synchronization

/// Counts what a ``MeteredScheduler`` runs. The numbers may be read at any time; each is exact by itself.
public final class SchedulerCounters: SchedulerRecorder {
  private let finishedCount = SharedWord(0)
  private let waitingCount = SharedWord(0)
  private let longest = SharedWord(0)
  private let total = SharedWord(0)

  /// Creates counters of zero.
  public init() {}

  /// How many pieces of work have ended.
  public var count: Int { finishedCount.load(ordering: .acquiring) }

  /// How many pieces of work wait for their turn.
  public var waiting: Int { waitingCount.load(ordering: .acquiring) }

  /// The longest time that a piece of work has waited.
  public var longestWait: Duration { .nanoseconds(longest.load(ordering: .acquiring)) }

  /// The time that all work together has run.
  public var totalTime: Duration { .nanoseconds(total.load(ordering: .acquiring)) }

  /// Counts work that waits.
  public func enqueued() {
    waitingCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Counts work that begins.
  ///
  /// - Parameter waited: How long it has waited.
  public func started(waited: Duration) {
    waitingCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    let waited = NanosecondStride(clamping: waited).magnitude
    var known = longest.load(ordering: .relaxed)
    while waited > known {
      let (isExchanged, found) = longest.compareExchange(
        expected: known, desired: waited, ordering: .acquiringAndReleasing)
      if isExchanged { return }
      known = found
    }
  }

  /// Counts work that has ended.
  ///
  /// - Parameter ran: How long it has run.
  public func finished(ran: Duration) {
    total.wrappingAdd(NanosecondStride(clamping: ran).magnitude, ordering: .acquiringAndReleasing)
    finishedCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}
