import StreamCore
import StreamSchedulers
import StreamTesting
import TestSupport

/// A scheduler as a client may write one: it keeps an agenda, and its clock runs until nothing is left there.
final class AgendaScheduler: Scheduler, Sendable {
  private struct Entry: Sendable {
    var date: VirtualTime
    let interval: VirtualTime.Stride?
    let id: Int
    let action: @Sendable () -> Void
  }

  private let entries = Box<[Entry]>([])
  private let clock = Box<VirtualTime>(0)
  private let lastID = Box(0)
  private let givenIntervals = Box<[VirtualTime.Stride?]>([])

  /// The interval of each piece of work for a later time; `nil` for work that does not repeat.
  var intervals: [VirtualTime.Stride?] { givenIntervals.value }

  var now: VirtualTime { clock.value }
  var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

  /// Runs all that stands in the agenda, and all that it adds.
  ///
  /// - Parameter limit: The number of pieces of work after which to stop.
  func runToItsEnd(limit: Int = 1_000) {
    for _ in 0..<limit {
      guard let entry = entries.update({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      clock.update { $0 = max($0, entry.date) }
      if let interval = entry.interval {
        var next = entry
        next.date = entry.date.advanced(by: interval)
        add(next)
      }
      entry.action()
    }
  }

  private func add(_ entry: Entry) {
    entries.update { entries in
      entries.insert(entry, at: entries.firstIndex { $0.date > entry.date } ?? entries.endIndex)
    }
  }

  func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    add(Entry(date: now, interval: nil, id: lastID.increment(), action: action))
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
  ) {
    givenIntervals.update { $0.append(nil) }
    add(Entry(date: date, interval: nil, id: lastID.increment(), action: action))
  }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    let id = lastID.increment()
    givenIntervals.update { $0.append(interval) }
    add(Entry(date: date, interval: interval, id: id, action: action))
    return AnyCancellable { [entries] in entries.update { $0.removeAll { $0.id == id } } }
  }
}
