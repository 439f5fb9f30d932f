// Where the C library has `sigaction`.
#if canImport(Darwin) || os(Linux)
  internal import Dispatch
  public import StreamCore
  public import StreamParts

  extension Publishers {
    /// Delivers the numbers of the signals that are sent to this process, such as SIGINT and SIGTERM.
    ///
    ///     request       !--------!!-----
    ///     signal        --a--bb-----c---
    ///     downstream    --a------b--c---
    ///
    /// Use it in a program that stops gracefully, reloads its settings, or follows the size of its terminal:
    ///
    ///     let stop = Publishers.signal(SIGINT, SIGTERM).first().sink { number in
    ///       print("stopping after signal \(number)")
    ///     }
    ///
    /// Each subscriber receives the signals that are sent after its subscription; several of one number that come close
    /// together may give one element. While a signal has a subscriber, its default action is off: SIGINT does not end
    /// the program. When the last one is cancelled, what was installed before the first one is restored: after the
    /// `first()` above, a second Ctrl-C ends a program that does not stop. A handler that other code installs meanwhile
    /// takes the signal from all subscribers, and stays. Programs that this one starts have the signal's default
    /// action.
    ///
    /// - **Demand**: a signal that comes without demand is pending, and delivered at the next request. It is pending
    ///   once, however often it has come. Of several pending signals the lowest number comes first.
    /// - **Completion**: never.
    /// - **Failure**: cannot fail.
    /// - **Threads**: delivers on a queue of the subscription's own, never in the signal handler. The handler is
    ///   installed before the subscriber receives its subscription; when the `cancel()` of the last subscriber returns,
    ///   it is removed. While all threads block a signal, it is not delivered.
    ///
    /// - Parameter numbers: The numbers of the signals. The call traps for no number, for SIGKILL and SIGSTOP, which
    ///   cannot be caught, for SIGBUS, SIGFPE, SIGILL, SIGSEGV and SIGTRAP, after which a program cannot go on, and for
    ///   a number that is no signal's.
    /// - Returns: A publisher of the numbers of signals; see `Publishers.ProcessSignal`.
    @_disfavoredOverload
    public static func signal(_ numbers: Int32...) -> Publishers.ProcessSignal {
      Publishers.ProcessSignal(numbers: numbers)
    }
  }

  /// A publisher of the signals that are sent to this process.
  ///
  /// While a signal has a subscriber, its default action is off. When the last one has been cancelled, what was
  /// installed before the first one is restored.
  ///
  /// - **Demand**: a signal that comes without demand is pending, once, and delivered at the next request. Of several
  ///   the lowest number comes first.
  /// - **Completion**: never.
  /// - **Failure**: cannot fail.
  /// - **Threads**: delivers on a queue of the subscription's own, never in the signal handler.
  public struct ProcessSignalPublisher: Publisher, ReleasingPublisher, Sendable {
    /// The number of a signal.
    public typealias Output = Int32

    /// Signals do not fail.
    public typealias Failure = Never

    /// The numbers of the signals.
    public let numbers: [Int32]

    /// Creates a publisher of signals.
    ///
    /// - Parameter numbers: The numbers of the signals. The call traps for no number, for SIGKILL and SIGSTOP, which
    ///   cannot be caught, for SIGBUS, SIGFPE, SIGILL, SIGSEGV and SIGTRAP, after which a program cannot go on, and for
    ///   a number that is no signal's.
    public init(numbers: [Int32]) {
      precondition(!numbers.isEmpty, "A publisher of signals needs the number of at least one.")
      for number in numbers { SignalHub.check(number) }
      self.numbers = numbers
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int32, S.Failure == Never {
      let subscription = SignalSubscription(numbers, downstream: subscriber)
      // Before the handover: the subscriber may send itself a signal as soon as it has its subscription, or cancel.
      SignalHub.shared.add(subscription, wanting: subscription.wanted)
      subscriber.receive(subscription: subscription)
      subscription.endHandover()
    }
  }

  extension PublisherNames {
    /// ``ProcessSignalPublisher``, under a short name that a client's own type overrides.
    public typealias ProcessSignal = ProcessSignalPublisher
  }

  /// The subscription of a downstream to signals. The hub retains it until it is cancelled.
  // Sendable: `state` is under its lock, and the rest does not change.
  final class SignalSubscription<Downstream: Subscriber<Int32, Never>>: StageSubscription, SignalReceiver,
    @unchecked Sendable
  {
    private struct State {
      var downstream: Downstream?
      var backlog = SignalBacklog()
    }

    let wanted: SignalSet
    private let numbers: [Int32]
    private let state: Locked<State>

    /// Inactive until the handover ends, so that no signal overlaps with it (rule 3).
    private let queue = DispatchQueue(label: "StreamProcesses", attributes: .initiallyInactive)

    var description: String { "ProcessSignal" }

    init(_ numbers: [Int32], downstream: Downstream) {
      self.numbers = numbers
      wanted = SignalSet(numbers.map { .signal($0) })
      state = Locked(State(downstream: downstream))
    }

    /// Ends the handover: downstream's `receive(subscription:)` has returned.
    func endHandover() {
      queue.activate()
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand != .none else { return }
      if state.withLock({ $0.backlog.request(demand) }) { schedule() }
    }

    func receive(_ signals: SignalSet) {
      if state.withLock({ $0.backlog.receive(signals) }) { schedule() }
    }

    func cancel() {
      let downstream = state.withLock { state in
        state.backlog.end()
        return state.downstream.take()
      }
      // Not only the first time: a second cancel, too, returns when what was installed before is restored (rule 5).
      SignalHub.shared.remove(self)
      withExtendedLifetime(downstream) {}
    }

    private func schedule() {
      let receiver: any SignalReceiver = self
      queue.async { receiver.deliver() }
    }

    func deliver() {
      while let (downstream, number) = next() {
        let demand = downstream.receive(number)
        // This run goes on, so no other is needed.
        if demand != .none { _ = state.withLock { $0.backlog.request(demand) } }
      }
    }

    private func next() -> (Downstream, Int32)? {
      state.withLock { state in
        guard let number = state.backlog.next(), let downstream = state.downstream else { return nil }
        return (downstream, number)
      }
    }

    var mirrorChildren: KeyValuePairs<String, Any> {
      let backlog = state.withLock { $0.backlog }
      return ["numbers": numbers, "demand": backlog.demand, "pending": backlog.pending.numbers]
    }
  }
#endif
