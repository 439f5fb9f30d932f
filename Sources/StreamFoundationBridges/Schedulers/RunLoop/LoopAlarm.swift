internal import Foundation
internal import StreamCore
internal import StreamSchedulers

/// Wakes a run loop: at once, or when work is due. There is one for each loop that has been given work.
///
/// Foundation for Linux never releases a timer, nor what its block holds. So a loop has one timer here, whose date is
/// changed, instead of one for each piece of work.
// Sendable: what changes is under the lock, and so is every use of the timer but that by the loop.
final class LoopAlarm: @unchecked Sendable {
  /// Work for a time, once or again and again.
  struct Work: Sendable {
    let run: @Sendable () -> Void
    let interval: TimeInterval?
  }

  private struct State {
    var works = DueQueue<Date, Work>()

    /// For when the timer is set; `nil` while nobody needs it.
    var alarm: Date?
  }

  private let state = Locked(State())
  private let timer: Timer

  private init(for loop: RunLoop) {
    let ring = WeakRing()
    // The interval is never waited for.
    timer = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in ring.alarm?.ring() }
    loop.add(timer, forMode: .default)
    ring.alarm = self
  }

  deinit {
    timer.invalidate()
  }

  /// Wakes the loop, so that it looks for blocks.
  func wake() {
    state.withLock { set(&$0, to: .distantPast) }
  }

  /// Has the loop run work at a time.
  ///
  /// - Returns: What to remove it by.
  func insert(_ work: Work, at date: Date) -> Int {
    state.withLock { state in
      let id = state.works.insert(work, at: date)
      set(&state, to: date)
      return id
    }
  }

  /// Lets go of work.
  func remove(_ id: Int) {
    let released = state.withLock { $0.works.remove(id) }
    withExtendedLifetime(released) {}
  }

  /// Sets the timer, unless it is set for an earlier time. This is done under the lock, so that of two threads that set it
  /// the earlier time wins; Foundation calls nobody back.
  private func set(_ state: inout State, to date: Date) {
    if let alarm = state.alarm, alarm <= date { return }
    state.alarm = date
    timer.fireDate = min(date, .distantFuture)
  }

  /// Hands what is due to the loop, as blocks: it runs them next, and in another run of the loop inside one of them too,
  /// where it would not call a timer again.
  private func ring() {
    let now = Date()
    let due = state.withLock { state in
      state.alarm = nil
      var due: [@Sendable () -> Void] = []
      while let (time, id, work) = state.works.popDue(at: now) {
        due.append(work.run)
        if let interval = work.interval {
          state.works.insert(work, at: time.next(after: now, interval: interval), id: id)
        }
      }
      if let earliest = state.works.earliest { set(&state, to: earliest) }
      return due
    }
    for action in due { RunLoop.current.perform(inModes: [.default], block: action) }
  }
}

/// What a timer, which is never released, may hold of an alarm.
// Sendable: it is set before the loop can call it.
private final class WeakRing: @unchecked Sendable {
  weak var alarm: LoopAlarm?
}

extension Date {
  /// The first time after `now` that is a number of intervals later.
  fileprivate func next(after now: Date, interval: TimeInterval) -> Date {
    let missed = max((now.timeIntervalSince(self) / interval).rounded(.down), 0)
    let next = self + (missed + 1) * interval
    return next > now ? next : next + interval
  }
}

// MARK: - One for each loop

extension LoopAlarm {
  /// A loop and its alarm, for as long as the loop lives.
  private struct Entry {
    weak var loop: RunLoop?
    let alarm: LoopAlarm
  }

  // Sendable: a loop is only compared.
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
      // Another thread may have been faster.
      if let entry = table.entries[key], entry.loop === loop {
        return (entry.alarm, [key: Entry(loop: nil, alarm: new)])
      }
      let before = table.entries
      table.entries = before.filter { $0.value.loop != nil }
      table.entries[key] = Entry(loop: loop, alarm: new)
      return (new, before)
    }
    // The alarms of loops that are gone hold work of theirs.
    withExtendedLifetime(released) {}
    return alarm
  }
}
