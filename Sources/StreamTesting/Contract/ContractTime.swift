internal import StreamCore
public import StreamSchedulers

extension ContractSpecimen {
  /// The time in which an operator delivers what it does not deliver at once.
  ///
  ///     let scheduler = TestScheduler()
  ///     verifyContract(time: .virtual(scheduler)) { upstream in upstream.delay(for: 1, scheduler: scheduler) }
  public struct Time: Sendable {
    /// Moves the clock by one turn; `nil` if it moves by itself.
    private let turn: (@Sendable () -> Void)?

    /// Real time: a check that waits sleeps.
    public static let real = Time(turn: nil)

    /// The time of the scheduler that the operator works on: a check that waits runs that scheduler's work.
    ///
    /// - Parameter scheduler: The scheduler.
    /// - Returns: The time.
    public static func virtual(_ scheduler: TestScheduler) -> Time { virtual(scheduler.stepped) }

    /// The time of the scheduler that the operator works on: a check that waits runs that scheduler's work.
    ///
    /// - Parameter scheduler: The scheduler.
    /// - Returns: The time.
    public static func virtual<SchedulerTimeType: SendableMetatype, SchedulerOptions: SendableMetatype>(
      _ scheduler: SteppedScheduler<SchedulerTimeType, SchedulerOptions>
    ) -> Time {
      // Work that repeats for ever is left waiting: there are further turns.
      passing { _ = scheduler.complaintOfRun(limit: 10_000) }
    }

    /// Time that passes by calls of a closure, for a scheduler of one's own.
    ///
    /// - Parameter turn: Moves the clock by some time. A check that waits calls it for as long as signals come, and up to a
    ///   hundred times more for a signal that is due.
    /// - Returns: The time.
    public static func passing(_ turn: @escaping @Sendable () -> Void) -> Time { Time(turn: turn) }

    var isReal: Bool { turn == nil }

    /// Lets time pass until a condition holds and nothing comes any more; nothing happens if it passes by itself.
    func pass(_ signalCount: () -> Int = { 0 }, until isDone: () -> Bool) {
      guard let turn else { return }
      var (count, idleTurns) = (signalCount(), 0)
      // What sends for ever, against the rules, must not hold a check for ever.
      for _ in 0..<100_000 {
        if idleTurns >= 100 || idleTurns >= 4 && isDone() { return }
        turn()
        let newCount = signalCount()
        idleTurns = newCount == count ? idleTurns + 1 : 0
        count = newCount
      }
    }
  }
}

/// How the checks of an operator wait: found out once, by subscriptions to what finishes and to what fails.
struct ContractPace: Sendable {
  let time: ContractSpecimen.Time

  /// Whether nothing is waited for: all is delivered before a call returns, or nothing ever comes later.
  let isPrompt: Bool

  /// Whether the operator completed after its upstream had.
  let completes: Bool

  /// How long nothing must come, until it is held that nothing will.
  private let silence: Duration

  /// How long a silence may last before something that is due.
  private let patience: Duration

  init(of specimen: ContractSpecimen, time: ContractSpecimen.Time, interval: Double, patience: Int) {
    self.time = time
    self.patience = .milliseconds(patience)
    // All at once, and one by one: an end that overtakes the values hides that they come later.
    let all = Trial(of: specimen, more: .none, time: time, patience: self.patience)
    let single = all.isPrompt ? Trial(of: specimen, more: .max(1), time: time, patience: self.patience) : all
    // Values may be passed on at once, and a failure be answered later: though not by all, so that this is not waited for
    // long.
    let last =
      time.isReal && single.isPrompt && specimen.onFailure != .traps
      ? Trial(
        of: specimen, from: Fail(error: TestError()).eraseToAnyPublisher(), more: .none, time: time,
        patience: min(self.patience, .seconds(1)))
      : single
    isPrompt = time.isReal && last.isPrompt
    completes = all.completes
    // An operator that delays by more than the interval must not be taken for one that has fallen silent.
    silence = isPrompt ? .zero : max(.seconds(interval), last.completes ? last.longestSilence * 3 : .zero)
  }

  /// A subscription that shows when an operator delivers.
  private struct Trial {
    private(set) var isPrompt = true
    private(set) var completes = false
    private(set) var longestSilence = Duration.zero

    /// Asks for everything, or for one value, and more with each.
    init(
      of specimen: ContractSpecimen,
      from source: ContractSpecimen.Upstream = ContractProbe.numbers().eraseToAnyPublisher(),
      more: Subscribers.Demand, time: ContractSpecimen.Time, patience: Duration
    ) {
      let thread = currentThread()
      let isElsewhere = Box(false)
      let note: @Sendable () -> Void = { if currentThread() != thread { isElsewhere.value = true } }
      let script = Script(
        demand: more == .none ? .unlimited : more,
        onValue: {
          note()
          return more
        }, onCompletion: note)
      let recorder = specimen.makePipeline(source, ReleaseToken()).attach(script)
      defer { recorder.cancel() }
      let count = recorder.signalCount
      let completesAtOnce = recorder.completionCount > 0
      time.pass({ recorder.signalCount }, until: { recorder.completionCount > 0 })
      if time.isReal, !completesAtOnce || isElsewhere.value {
        ContractPace.watch({ recorder.signalCount }) { silence, _ in
          longestSilence = max(longestSilence, silence)
          return recorder.completionCount > 0 || silence >= patience
        }
      }
      isPrompt = recorder.signalCount == count && !isElsewhere.value
      completes = recorder.completionCount > 0
    }
  }

  /// Waits until a condition holds that is to hold sooner or later, and nothing has come for a while since.
  ///
  /// - Parameters:
  ///   - signalCount: How many signals have come.
  ///   - isPatient: Whether to wait for long.
  ///   - isDone: The condition.
  /// - Returns: Whether it came to hold.
  @discardableResult
  func settle(_ signalCount: () -> Int, isPatient: Bool, until isDone: () -> Bool) -> Bool {
    guard !isPrompt else { return isDone() }
    guard time.isReal else {
      time.pass(signalCount, until: isDone)
      return isDone()
    }
    let limit = isPatient && completes ? max(patience, silence) : silence
    // Counted in turns, too: on a busy machine, each of them takes long, and so does what is waited for.
    let turns = Int(silence / .milliseconds(1))
    // What sends for ever, against the rules, must not hold the check for ever.
    let end = ContinuousClock.now + max(patience, limit) * 10
    var holds = false
    Self.watch(signalCount) { quiet, quietTurns in
      holds = isDone()
      return ContinuousClock.now > end || (quiet >= (holds ? silence : limit) && quietTurns >= turns)
    }
    return holds
  }

  /// Looks every millisecond how long, and how many looks, no signal has come.
  fileprivate static func watch(_ signalCount: () -> Int, until isOver: (Duration, Int) -> Bool) {
    var (count, last, turns) = (signalCount(), ContinuousClock.now, 0)
    while !isOver(ContinuousClock.now - last, turns) {
      _ = Gate().wait(until: .now + .milliseconds(1))
      turns += 1
      let newCount = signalCount()
      if newCount != count { (count, last, turns) = (newCount, .now, 0) }
    }
  }

  /// What to do about an operator that did not complete, though its upstream had.
  var remedy: String {
    let cause = time.isReal ? "within \(patience / .seconds(1)) s of silence" : "in 100 turns of virtual time"
    return "No completion came \(cause) after all values and the end of an upstream: if the operator takes longer, "
      + "raise `patience`; if it waits for a clock that only a test moves, pass `time: .virtual(scheduler)`, or "
      + "`time: .passing { … }` that moves it."
  }
}
