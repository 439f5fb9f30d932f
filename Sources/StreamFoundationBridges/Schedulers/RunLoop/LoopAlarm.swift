internal import Foundation
internal import StreamCore
internal import StreamSchedulers

/// Wakes a run loop, immediately or when work is due. There is one for each loop with work.
///
/// Foundation for Linux never releases a timer, nor the captures of its block. So each loop has a single timer, whose
/// fire date is moved, instead of one per work item.
// Sendable: mutable state is under the lock, and so is every use of the timer except the loop's own.
final class LoopAlarm: @unchecked Sendable {
  /// Work for a time, once or repeatedly.
  struct Work: Sendable {
    let run: @Sendable () -> Void
    let interval: TimeInterval?

    /// How much later it may run, so that the loop wakes once for several.
    let tolerance: TimeInterval
  }

  private struct State {
    var works = DueQueue<Date, Work>()

    /// The timer's date; `nil` while nothing is due.
    var alarm: Date?
  }

  private let state = Locked(State())
  private let timer: Timer

  private init(for loop: RunLoop) {
    let ring = WeakRing()
    // The interval never elapses.
    timer = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in ring.alarm?.ring() }
    loop.add(timer, forMode: .default)
    ring.alarm = self
  }

  deinit {
    timer.invalidate()
  }

  /// Wakes the loop, so that it runs its blocks.
  func wake() {
    state.withLock { set(&$0, to: .distantPast) }
  }

  /// Schedules work on the loop.
  ///
  /// - Returns: The identifier with which to remove it.
  func insert(_ work: Work, at date: Date) -> Int {
    state.withLock { state in
      let id = state.works.insert(work, at: date, until: date.latest(of: work))
      setForWork(&state)
      return id
    }
  }

  /// Removes work.
  func remove(_ id: Int) {
    let released = state.withLock { $0.works.remove(id) }
    withExtendedLifetime(released) {}
  }

  /// Sets the timer for the work, unless it is to wake the loop at once.
  private func setForWork(_ state: inout State) {
    guard state.alarm != .distantPast, let date = state.works.wakeTime else { return }
    set(&state, to: date)
  }

  /// Sets the timer. Under the lock, so that the later of two concurrent calls has seen what the other did; Foundation
  /// makes no callback here.
  private func set(_ state: inout State, to date: Date) {
    guard state.alarm != date else { return }
    state.alarm = date
    timer.fireDate = min(date, .distantFuture)
  }

  /// Hands due work to the loop as blocks, instead of running it here, in the timer's callback: if one work item runs
  /// the loop again, that nested run executes the other blocks, but would not fire the same timer again.
  private func ring() {
    let now = Date()
    let due = state.withLock { state in
      state.alarm = nil
      var due: [@Sendable () -> Void] = []
      while let (time, id, work) = state.works.popDue(at: now) {
        due.append(work.run)
        if let interval = work.interval {
          let next = time.next(after: now, interval: interval)
          state.works.insert(work, at: next, until: next.latest(of: work), id: id)
        }
      }
      setForWork(&state)
      return due
    }
    for action in due { RunLoop.current.perform(inModes: [.default], block: action) }
  }
}

/// A weak reference to an alarm, for its timer, which is never released.
// Sendable: set before the loop can call it.
private final class WeakRing: @unchecked Sendable {
  weak var alarm: LoopAlarm?
}

extension Date {
  /// The latest time at which work that is due at this one may run.
  fileprivate func latest(of work: LoopAlarm.Work) -> Date {
    work.tolerance > 0 ? addingTimeInterval(work.tolerance) : self
  }

  /// The first time after `now` at a whole number of intervals.
  fileprivate func next(after now: Date, interval: TimeInterval) -> Date {
    let missed = max((now.timeIntervalSince(self) / interval).rounded(.down), 0)
    let next = self + (missed + 1) * interval
    return next > now ? next : next + interval
  }
}

// MARK: - One for each loop

extension LoopAlarm {
  /// A weakly referenced loop and its alarm.
  private struct Entry {
    weak var loop: RunLoop?
    let alarm: LoopAlarm
  }

  // Sendable: a loop is only compared by identity.
  private struct Table: @unchecked Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
  }

  private static let table = Locked(Table())

  /// The alarm of a loop.
  static func of(_ loop: RunLoop) -> LoopAlarm {
    let key = ObjectIdentifier(loop)
    if let alarm = table.withLock({ $0.entries[key].flatMap { $0.loop === loop ? $0.alarm : nil } }) { return alarm }
    let new = LoopAlarm(for: loop)
    let (alarm, released) = table.withLock { table -> (LoopAlarm, [ObjectIdentifier: Entry]) in
      // Another thread may have inserted one since.
      if let entry = table.entries[key], entry.loop === loop {
        return (entry.alarm, [key: Entry(loop: nil, alarm: new)])
      }
      let before = table.entries
      table.entries = before.filter { $0.value.loop != nil }
      table.entries[key] = Entry(loop: loop, alarm: new)
      return (new, before)
    }
    // Released outside the lock: the alarms of deallocated loops retain client work.
    withExtendedLifetime(released) {}
    return alarm
  }
}
