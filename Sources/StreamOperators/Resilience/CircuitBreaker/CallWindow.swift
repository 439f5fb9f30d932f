private import StreamCore
private import StreamSchedulers

/// The calls of the recent past, by number or by time, and how many of them have failed. Pure.
struct CallWindow<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  struct Counts: AdditiveArithmetic {
    var calls = 0
    var failures = 0

    static var zero: Counts { Counts() }

    static func + (one: Counts, other: Counts) -> Counts {
      Counts(calls: one.calls + other.calls, failures: one.failures + other.failures)
    }

    static func - (one: Counts, other: Counts) -> Counts {
      Counts(calls: one.calls - other.calls, failures: one.failures - other.failures)
    }
  }

  private enum Extent {
    /// A ring of the newest calls: whether each has failed. It grows up to the capacity, then `next` is the oldest.
    case calls([Bool], next: Int)
    case time(TimeWindow<Time, Counts>)
  }

  /// The greatest number of calls that it can count.
  let capacity: Int

  private let slot: Time.Stride
  private var extent: Extent
  private(set) var counts = Counts.zero

  /// - Parameter calls: The number of calls: 1 or more.
  init(calls: Int) {
    (capacity, slot, extent) = (calls, .nanoseconds(1), .calls([], next: 0))
  }

  /// - Parameter time: More than zero.
  init(time: Duration) {
    capacity = .max
    slot = .nanoseconds(max(1, time.nanoseconds / 10))
    extent = .time(TimeWindow(slot: slot))
  }

  mutating func record(hasFailed: Bool, at now: Time) {
    let new = Counts(calls: 1, failures: hasFailed ? 1 : 0)
    switch extent {
    case .calls(var ring, let next):
      // Taken out, so that the ring is not copied.
      extent = .calls([], next: 0)
      counts += new
      if ring.count < capacity {
        ring.append(hasFailed)
        extent = .calls(ring, next: 0)
      } else {
        counts -= Counts(calls: 1, failures: ring[next] ? 1 : 0)
        ring[next] = hasFailed
        extent = .calls(ring, next: (next + 1) % capacity)
      }
    case .time(var window):
      window.move(to: now)
      window.add(new)
      counts = window.total
      extent = .time(window)
    }
  }

  mutating func clear() {
    counts = .zero
    switch extent {
    case .calls: extent = .calls([], next: 0)
    case .time: extent = .time(TimeWindow(slot: slot))
    }
  }
}
