internal import Dispatch
internal import StreamCore

/// The work that waits for the calling thread, in the order of its times. The outermost call runs it.
// Sendable: an agenda is used by its thread alone.
final class ThreadAgenda: @unchecked Sendable {
  private var queue = StepQueue<ContinuousClock.Instant>(shuffledBy: nil)

  /// The agendas of the threads that run work. A thread's entry is made and removed by that thread.
  private static let agendas = Locked<[UInt: ThreadAgenda]>([:])

  /// Whether the calling thread runs work of its agenda.
  static var isRunning: Bool { agendas.withLock { $0[currentThread()] != nil } }

  /// Adds work to the calling thread's agenda, and runs the agenda to its end, unless an outer call is already running
  /// it.
  static func add(_ action: @escaping @Sendable () -> Void, at time: ContinuousClock.Instant) {
    let thread = currentThread()
    let (agenda, isOutermost) = agendas.withLock { agendas in
      if let agenda = agendas[thread] { return (agenda, false) }
      let agenda = ThreadAgenda()
      agendas[thread] = agenda
      return (agenda, true)
    }
    agenda.queue.insert(at: time, action)
    guard isOutermost else { return }
    agenda.runAll()
    agendas.withLock { $0[thread] = nil }
  }

  private func runAll() {
    while let work = queue.popFirst(until: nil) {
      sleepThread(until: work.due)
      work.action?()
    }
  }
}

/// Blocks the calling thread.
private func sleepThread(until time: ContinuousClock.Instant) {
  while true {
    let remaining = NanosecondStride(clamping: ContinuousClock.now.duration(to: time)).magnitude
    guard remaining > 0 else { return }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(remaining))
  }
}
