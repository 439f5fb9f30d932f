private import StreamCore
private import StreamSchedulers

/// What a ``CircuitBreaker`` knows: its state, the calls of the window, and the trials. Pure: the time is passed in.
struct BreakerMachine<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  enum Phase {
    case closed
    case open(until: Time)
    case halfOpen
  }

  /// A call that may be made.
  struct Admission {
    fileprivate let epoch: Int
    fileprivate let isTrial: Bool
    fileprivate let beginning: Time
  }

  enum Outcome {
    case success, failure, cancelled
  }

  private let failureRate: Double
  private let minimumCalls: Int
  private let openFor: Time.Stride
  private let trialCalls: Int
  private let slowCall: Time.Stride?

  private(set) var phase = Phase.closed
  private(set) var window: CallWindow<Time>

  /// Changes with the phase, so that the end of a call that began in a former phase is ignored.
  private var epoch = 0

  private var runningTrials = 0
  private var successfulTrials = 0

  init(
    failureRate: Double, minimumCalls: Int, window: CallWindow<Time>, openFor: Duration, trialCalls: Int,
    slowCall: Duration?
  ) {
    self.failureRate = failureRate
    self.minimumCalls = min(minimumCalls, window.capacity)
    self.window = window
    self.openFor = .nanoseconds(openFor.nanoseconds)
    self.trialCalls = trialCalls
    self.slowCall = slowCall.map { .nanoseconds($0.nanoseconds) }
  }

  /// Begins a call.
  ///
  /// - Returns: The admission that its end is recorded with; `nil` if the call must not be made.
  mutating func admit(at now: Time) -> Admission? {
    if case .open(let end) = phase {
      guard end <= now else { return nil }
      change(to: .halfOpen)
    }
    guard case .halfOpen = phase else { return Admission(epoch: epoch, isTrial: false, beginning: now) }
    guard runningTrials < trialCalls - successfulTrials else { return nil }
    runningTrials += 1
    return Admission(epoch: epoch, isTrial: true, beginning: now)
  }

  /// Records the end of a call.
  mutating func record(_ outcome: Outcome, of call: Admission, at now: Time) {
    guard call.epoch == epoch else { return }
    if call.isTrial { runningTrials -= 1 }
    if outcome == .cancelled { return }
    let isSlow = slowCall.map { call.beginning.advanced(by: $0) < now } ?? false
    let hasFailed = outcome == .failure || isSlow
    if call.isTrial {
      recordTrial(hasFailed: hasFailed, at: now)
    } else {
      window.record(hasFailed: hasFailed, at: now)
      let (calls, failures) = (window.counts.calls, window.counts.failures)
      if calls >= minimumCalls, Double(failures) >= failureRate * Double(calls) { trip(at: now) }
    }
  }

  private mutating func recordTrial(hasFailed: Bool, at now: Time) {
    if hasFailed { return trip(at: now) }
    successfulTrials += 1
    if successfulTrials == trialCalls { reset() }
  }

  mutating func trip(at now: Time) {
    change(to: .open(until: now.advanced(by: openFor)))
  }

  mutating func reset() {
    window.clear()
    change(to: .closed)
  }

  private mutating func change(to phase: Phase) {
    self.phase = phase
    epoch += 1
    (runningTrials, successfulTrials) = (0, 0)
  }
}
