internal import StreamCore
public import StreamSchedulers

extension ContractSpecimen {
  /// The clock that drives an operator's deferred deliveries.
  ///
  ///     let scheduler = TestScheduler()
  ///     verifyContract(time: .virtual(scheduler)) { upstream in upstream.delay(for: 1, scheduler: scheduler) }
  public struct Time: Sendable {
    /// Advances the clock by one turn; `nil` if it advances by itself.
    private let turn: (@Sendable () -> Void)?

    /// Whether tasks that become ready in a check are kept for a turn.
    fileprivate let keepsTasks: Bool

    private init(turn: (@Sendable () -> Void)?, keepsTasks: Bool = false) {
      (self.turn, self.keepsTasks) = (turn, keepsTasks)
    }

    /// Real time: a waiting check sleeps.
    public static let real = Time(turn: nil)

    /// The order of tasks, for operators that deliver in tasks and wait for nothing else, not even the main actor: a
    /// waiting check runs them, on its own thread. Without the hooks of a runtime that is linked statically this is
    /// ``real``.
    public static var tasks: Time {
      RuntimeHooks.install() ? Time(turn: { TaskTurns.ofThread?.run(limit: 10_000) }, keepsTasks: true) : .real
    }

    /// The clock of the scheduler that the operator uses: a waiting check runs that scheduler's work.
    ///
    /// - Parameter scheduler: The scheduler.
    /// - Returns: The time.
    public static func virtual(_ scheduler: TestScheduler) -> Time { virtual(scheduler.stepped) }

    /// The clock of the scheduler that the operator uses: a waiting check runs that scheduler's work.
    ///
    /// - Parameter scheduler: The scheduler.
    /// - Returns: The time.
    public static func virtual<SchedulerTimeType: SendableMetatype, SchedulerOptions: SendableMetatype>(
      _ scheduler: SteppedScheduler<SchedulerTimeType, SchedulerOptions>
    ) -> Time {
      // The limit leaves endlessly repeating work pending; later turns continue it.
      passing { _ = scheduler.complaintOfRun(limit: 10_000) }
    }

    /// A clock that is advanced by a closure, for a custom scheduler.
    ///
    /// - Parameter turn: Advances the clock. A waiting check calls it while signals arrive, and up to a hundred times
    ///   more for a signal that is due.
    /// - Returns: The time.
    public static func passing(_ turn: @escaping @Sendable () -> Void) -> Time { Time(turn: turn) }

    /// Runs checks, with tasks that become ready meanwhile being kept, if this is ``tasks``.
    func running<Result>(_ checks: () -> Result) -> Result {
      keepsTasks ? TaskTurns().collecting(checks) : checks()
    }

    var isReal: Bool { turn == nil }

    /// Advances time until a condition holds and no more signals arrive; does nothing if time advances by itself.
    func pass(_ signalCount: () -> Int = { 0 }, until isDone: () -> Bool) {
      guard let turn else { return }
      var (count, idleTurns) = (signalCount(), 0)
      // Bounded: a publisher that breaks the rules by sending endlessly must not hang a check.
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

/// How long the checks of an operator wait: measured once, by subscribing to a finishing and a failing source.
struct ContractPace: Sendable {
  let time: ContractSpecimen.Time

  /// Whether no waiting is needed: every signal is delivered before a call returns, or none ever arrives later.
  let isPrompt: Bool

  /// Whether the operator completed after its upstream had.
  let completes: Bool

  /// The length of a silence after which no more signals are expected.
  private let silence: Duration

  /// The longest wait for a due signal.
  private let patience: Duration

  init(of specimen: ContractSpecimen, time: ContractSpecimen.Time, interval: Double, patience: Int) {
    self.time = time
    self.patience = .milliseconds(patience)
    // With unlimited demand and one value at a time: a completion that overtakes the values hides that they arrive
    // later.
    let all = Trial(of: specimen, more: .none, time: time, patience: self.patience)
    let single = all.isPrompt ? Trial(of: specimen, more: .max(1), time: time, patience: self.patience) : all
    // An operator may pass values on synchronously but react to a failure later. Few do, so this wait is short.
    let last =
      time.isReal && single.isPrompt && specimen.onFailure != .traps
      ? Trial(
        of: specimen, from: Fail(error: TestError()).eraseToAnyPublisher(), more: .none, time: time,
        patience: min(self.patience, .seconds(1)))
      : single
    isPrompt = time.isReal && last.isPrompt
    completes = all.completes
    // An operator with a delay longer than the interval must not be mistaken for a silent one.
    silence = isPrompt ? .zero : max(.seconds(interval), last.completes ? last.longestSilence * 3 : .zero)
  }

  /// A subscription that measures when an operator delivers.
  private struct Trial {
    private(set) var isPrompt = true
    private(set) var completes = false
    private(set) var longestSilence = Duration.zero

    /// Requests `.unlimited` if `more` is `.none`; otherwise `more`, at the start and with each value.
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

  /// Waits until a condition that must hold eventually does, followed by a silence.
  ///
  /// - Parameters:
  ///   - signalCount: The number of signals received so far.
  ///   - isPatient: Whether to use the long limit.
  ///   - isDone: The condition.
  /// - Returns: Whether it held in time.
  @discardableResult
  func settle(_ signalCount: () -> Int, isPatient: Bool, until isDone: () -> Bool) -> Bool {
    guard !isPrompt else { return isDone() }
    guard time.isReal else {
      time.pass(signalCount, until: isDone)
      return isDone()
    }
    let limit = isPatient && completes ? max(patience, silence) : silence
    // Counted in turns as well: on a busy machine each turn takes longer, and so does the operator's work.
    let turns = Int(silence / .milliseconds(1))
    // Bounded: a publisher that breaks the rules by sending endlessly must not hang the check.
    let end = ContinuousClock.now + max(patience, limit) * 10
    var holds = false
    Self.watch(signalCount) { quiet, quietTurns in
      holds = isDone()
      return ContinuousClock.now > end || (quiet >= (holds ? silence : limit) && quietTurns >= turns)
    }
    return holds
  }

  /// Polls every millisecond, reporting the duration and number of polls since the last signal.
  fileprivate static func watch(_ signalCount: () -> Int, until isOver: (Duration, Int) -> Bool) {
    var (count, last, turns) = (signalCount(), ContinuousClock.now, 0)
    while !isOver(ContinuousClock.now - last, turns) {
      _ = Gate().wait(until: .now + .milliseconds(1))
      turns += 1
      let newCount = signalCount()
      if newCount != count { (count, last, turns) = (newCount, .now, 0) }
    }
  }

  /// The advice for an operator that did not complete although its upstream had.
  var remedy: String {
    if time.keepsTasks {
      return "No completion came though all tasks have been run: the operator waits for something else, as the main "
        + "actor, a queue or a clock. Leave `time` out to wait for that."
    }
    let cause = time.isReal ? "within \(patience / .seconds(1)) s of silence" : "in 100 turns of virtual time"
    return "No completion came \(cause) after all values and the end of an upstream: if the operator takes longer, "
      + "raise `patience`; if it waits for a clock that only a test moves, pass `time: .virtual(scheduler)`, or "
      + "`time: .passing { … }` that moves it."
  }
}
