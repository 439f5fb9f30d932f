internal import StreamCore
private import Synchronization

/// Requests and cancels as a case says, and records signals and broken rules. It keeps its subscription, as a careless
/// client would.
final class LawRecorder: @unchecked Sendable {
  // Sendable: what changes is under the lock, or atomic.

  struct Log {
    var values: [LawValue] = []
    var times: [VirtualTime] = []
    var end: String?
    var faults: [String] = []
    var requested = Subscribers.Demand.none
    var isSubscribed = false
    var subscription: (any Subscription)?
    var cancellable: AnyCancellable?

    /// Whether it has been cancelled from outside, perhaps before its subscription came.
    var isCancelled = false

    /// Whether a signal is a fault.
    var isOver = false

    /// How many signals may still be on their way after a cancel on another thread.
    var tolerated = 0
  }

  private let lawCase: LawCase

  /// Whether a cancel may cross a delivery.
  private let isConcurrent: Bool
  private let scheduler: LawScheduler
  private let log = Locked(Log())
  private let inside = Atomic(0)

  init(_ lawCase: LawCase, scheduler: LawScheduler, isConcurrent: Bool) {
    (self.lawCase, self.scheduler, self.isConcurrent) = (lawCase, scheduler, isConcurrent)
  }

  var snapshot: Log { log.withLock { $0 } }

  /// Releases the subscription.
  ///
  /// - Returns: The recorded signals.
  func forget() -> Log {
    let log = snapshot
    let released = self.log.withLock { log in
      defer { (log.subscription, log.cancellable) = (nil, nil) }
      return (log.subscription, log.cancellable)
    }
    withExtendedLifetime(released) {}
    return log
  }

  var isOver: Bool { log.withLock { $0.isOver } }

  var count: Int { log.withLock { $0.values.count } }

  /// Whether all that was requested has come, so that the driver should request more.
  var isWaiting: Bool { log.withLock { !$0.isOver && $0.subscription != nil && $0.requested == .max($0.values.count) } }

  func request(_ demand: Subscribers.Demand) {
    let subscription = log.withLock { log -> (any Subscription)? in
      log.requested += demand
      return log.subscription
    }
    subscription?.request(demand)
  }

  /// Cancels from outside a delivery.
  func cancel() {
    let subscription = log.withLock { log in
      log.isCancelled = true
      return log.subscription
    }
    subscription?.cancel()
    log.withLock { log in
      // What was in flight may come while the cancel returns.
      if !log.isOver, isConcurrent { log.tolerated = 1 }
      log.isOver = true
    }
  }

  private func enter() {
    if inside.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 {
      log.withLock { $0.faults.append("Signals overlapped.") }
    }
  }

  private func leave() {
    inside.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  // MARK: Signals

  func receive(subscription: any Subscription) {
    enter()
    let isFirst = log.withLock { log in
      defer { log.isSubscribed = true }
      return !log.isSubscribed
    }
    leave()
    guard isFirst else { return log.withLock { $0.faults.append("A second subscription came.") } }
    // From now on others may request and cancel; they may have tried before.
    let early = log.withLock { log in
      log.subscription = subscription
      if case .release = lawCase.end { log.cancellable = AnyCancellable(subscription) }
      return (requested: log.requested, isCancelled: log.isCancelled)
    }
    if early.isCancelled { return subscription.cancel() }
    if endsInside(after: 0) { return }
    if early.requested > .none { subscription.request(early.requested) }
    switch lawCase.demand {
    case .unlimited: request(.unlimited)
    case .oneAtATime: request(.max(1))
    case .inside(let count), .onScheduler(let count): request(.max(count))
    case .outside, .later, .none: break
    }
  }

  func receive(_ value: LawValue) -> Subscribers.Demand {
    enter()
    defer { leave() }
    let now = scheduler.now
    let count = log.withLock { log in
      log.values.append(value)
      log.times.append(now)
      if log.requested < .max(log.values.count) { log.faults.append("\(value) came without having been requested.") }
      note("The value \(value)", in: &log)
      return log.values.count
    }
    if endsInside(after: count) { return .none }
    switch lawCase.demand {
    case .oneAtATime:
      log.withLock { $0.requested += .max(1) }
      return .max(1)
    case .inside(let size) where count.isMultiple(of: size):
      request(.max(size))
      return .none
    case .onScheduler(let size) where count.isMultiple(of: size):
      scheduler.schedule { [weak self] in self?.request(.max(size)) }
      return .none
    case .unlimited, .inside, .outside, .onScheduler, .later, .none: return .none
    }
  }

  func receive(end: String) {
    enter()
    defer { leave() }
    log.withLock { log in
      note("The end '\(end)'", in: &log)
      log.isOver = true
      log.tolerated = 0
      log.end = log.end ?? end
    }
  }

  private func note(_ signal: String, in log: inout Log) {
    guard log.isOver else { return }
    if log.tolerated > 0 {
      log.tolerated -= 1
    } else {
      log.faults.append("\(signal) came after the end or the cancel.")
    }
  }

  /// Ends the run inside a delivery, if the case says so.
  private func endsInside(after count: Int) -> Bool {
    switch lawCase.end {
    case .cancel(after: count):
      log.withLock { $0.subscription }?.cancel()
    case .release(after: count):
      _ = log.withLock { $0.cancellable.take() }
    case .finish, .failure, .never, .cancel, .release, .cancelOutside: return false
    }
    log.withLock { log in
      // Another thread may have requested already, so a signal may be in flight.
      if count == 0, isConcurrent, !log.isOver { log.tolerated = 1 }
      log.isOver = true
    }
    return true
  }
}

/// Erases the types of a pipeline for a recorder.
struct LawSubscriber<Input, Failure: Error>: Subscriber {
  let recorder: LawRecorder

  var combineIdentifier: CombineIdentifier { CombineIdentifier(recorder) }

  func receive(subscription: any Subscription) {
    recorder.receive(subscription: subscription)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    recorder.receive(LawValue(input))
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: recorder.receive(end: "finished")
    case .failure(let error): recorder.receive(end: "\(error)")
    }
  }
}
