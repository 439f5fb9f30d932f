public import StreamCore
public import StreamSchedulers

// Sendable: of the scheduler, only `now` is used, which may be on any thread; everything else is immutable or locked.

/// Stops calls of a failing service for some time, for `circuitBreaker(_:counts:)`.
///
///     closed ── too many calls fail ──> open ── openFor is over, next call ──> halfOpen
///       ^                                ^                                        │
///       │                                └──────── a trial fails ────────────────┤
///       └───────────────── all trials succeed ───────────────────────────────────┘
///
/// Create one, and share it between all pipelines that call the service, on any threads. A subscription to one of them
/// is a call. Only calls that begin and end while the breaker is closed count for its window; only calls that begin and
/// end while it is half open count as trials. No timer runs: the state is ``State/open(until:)`` until the next call
/// after that time.
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamResilience.CircuitBreaker`.
public final class CircuitBreaker<Context: Scheduler>: @unchecked Sendable {
  /// A time of the breaker's clock.
  public typealias Time = Context.SchedulerTimeType

  private let scheduler: Context
  private let machine: Locked<BreakerMachine<Time>>
  private let news: Locked<News>
  private let subject = CurrentValueSubject<State, Never>(.closed)

  /// Changes of the state that have not been sent to subscribers yet; one thread at a time sends them.
  private struct News {
    private var states: [State] = []
    private var isTelling = false

    /// - Returns: Whether the caller must tell subscribers.
    mutating func add(_ state: State) -> Bool {
      states.append(state)
      defer { isTelling = true }
      return !isTelling
    }

    mutating func next() -> State? {
      isTelling = !states.isEmpty
      return isTelling ? states.removeFirst() : nil
    }
  }

  /// Creates a breaker, which is closed.
  ///
  /// - Parameters:
  ///   - settings: When it opens and closes.
  ///   - scheduler: The scheduler whose clock it uses.
  public init(_ settings: Settings, scheduler: Context) {
    settings.requireValid()
    self.scheduler = scheduler
    let window: CallWindow<Time> =
      switch settings.window {
      case .calls(let count): CallWindow(calls: count)
      case .time(let length): CallWindow(time: length)
      }
    machine = Locked(
      BreakerMachine(
        failureRate: settings.failureRate, minimumCalls: settings.minimumCalls, window: window,
        openFor: settings.openFor, trialCalls: settings.trialCalls, slowCall: settings.slowCall))
    news = Locked(News())
  }

  /// The state.
  public var state: State { State(machine.withLock { $0.phase }) }

  /// The state, and each later one. It does not end.
  public var states: AnyPublisher<State, Never> { subject.eraseToAnyPublisher() }

  /// Closes it, and forgets what has been counted.
  public func reset() {
    change { $0.reset() }
  }

  /// Opens it, as if too many calls had failed.
  public func trip() {
    let now = scheduler.now
    change { $0.trip(at: now) }
  }

  /// The calls that count in the present window, and those of them that have failed.
  var counts: CallWindow<Time>.Counts { machine.withLock { $0.window.counts } }

  /// Begins a call.
  ///
  /// - Returns: The admission that its end is recorded with; `nil` if the call must not be made.
  func begin() -> BreakerMachine<Time>.Admission? {
    let now = scheduler.now
    return change { $0.admit(at: now) }
  }

  func record(_ outcome: BreakerMachine<Time>.Outcome, of call: BreakerMachine<Time>.Admission) {
    let now = scheduler.now
    change { $0.record(outcome, of: call, at: now) }
  }

  /// Changes the machine, then tells subscribers of a new state, outside the locks.
  private func change<Result>(_ body: (inout BreakerMachine<Time>) -> Result) -> Result {
    let (result, tells) = machine.withLock { machine in
      let former = State(machine.phase)
      let result = body(&machine)
      let state = State(machine.phase)
      // Under the lock of the machine, so that states are told in their order.
      return (result, state == former ? false : news.withLock { $0.add(state) })
    }
    if tells { while let state = news.withLock({ $0.next() }) { subject.send(state) } }
    return result
  }
}

extension CircuitBreaker {
  /// Whether calls are made.
  public enum State: Equatable {
    /// Calls are made.
    case closed

    /// No calls are made before a time.
    case open(until: Context.SchedulerTimeType)

    /// Some calls are made, as trials.
    case halfOpen

    init(_ phase: BreakerMachine<Context.SchedulerTimeType>.Phase) {
      switch phase {
      case .closed: self = .closed
      case .open(let time): self = .open(until: time)
      case .halfOpen: self = .halfOpen
      }
    }
  }

  /// When a breaker opens and closes.
  public struct Settings: Sendable {
    /// The calls among which those that have failed are counted.
    public enum Window: Sendable, Equatable {
      /// The newest calls: 1 or more.
      case calls(Int)

      /// The calls that have ended since a time, which moves on in steps of a tenth: more than zero.
      case time(Duration)
    }

    /// The part of failed calls at which it opens: 0 to 1.
    public var failureRate: Double

    /// The number of calls that have to be counted before it opens.
    public var minimumCalls: Int

    /// The calls that are counted.
    public var window: Window

    /// How long it is open before trials are made.
    public var openFor: Duration

    /// The number of trials that are made at a time, and that have to succeed before it closes.
    public var trialCalls: Int

    /// The length of a call above which it counts as failed; `nil` sets no limit.
    public var slowCall: Duration?

    /// Creates settings. A breaker that is created with a value outside of its bounds traps.
    ///
    /// - Parameters:
    ///   - failureRate: The part of failed calls at which it opens: 0 to 1.
    ///   - minimumCalls: The number of calls that have to be counted before it opens: zero or more. If it is greater
    ///     than a window by number, that many calls do.
    ///   - window: The calls that are counted.
    ///   - openFor: How long it is open before trials are made: zero or more.
    ///   - trialCalls: The number of trials that are made at a time, and that have to succeed before it closes: 1 or
    ///     more.
    ///   - slowCall: The length of a call above which it counts as failed, zero or more; `nil` sets no limit.
    public init(
      failureRate: Double = 0.5, minimumCalls: Int = 10, window: Window = .calls(100),
      openFor: Duration = .seconds(30), trialCalls: Int = 1, slowCall: Duration? = nil
    ) {
      (self.failureRate, self.minimumCalls, self.window) = (failureRate, minimumCalls, window)
      (self.openFor, self.trialCalls, self.slowCall) = (openFor, trialCalls, slowCall)
    }

    func requireValid() {
      precondition((0...1).contains(failureRate), "A rate of failures is from 0 to 1 (rule 9): \(failureRate)")
      precondition(minimumCalls >= 0, "The number of calls is zero or more (rule 9): \(minimumCalls)")
      precondition(trialCalls > 0, "The number of trials is 1 or more (rule 9): \(trialCalls)")
      precondition(openFor >= .zero, "A breaker is open for zero or more (rule 9): \(openFor)")
      precondition((slowCall ?? .zero) >= .zero, "A slow call takes zero or more (rule 9).")
      switch window {
      case .calls(let count): precondition(count > 0, "A window has one call or more (rule 9): \(count)")
      case .time(let length): precondition(length > .zero, "A window is longer than zero (rule 9): \(length)")
      }
    }
  }
}

extension CircuitBreaker.State: Sendable where Context.SchedulerTimeType: Sendable {}
