#if canImport(Darwin) || os(Linux)
  internal import Dispatch
  internal import StreamCore
  internal import StreamFiles
  internal import Synchronization

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The non-generic interface of a subscription: a subscriber's type need not be `Sendable`, so `@Sendable` closures
  /// must not capture the generic class.
  protocol SignalReceiver: AnyObject, Sendable {
    /// Adds signals that have come.
    func receive(_ signals: SignalSet)

    /// Delivers what is pending, on the queue of the subscription.
    func deliver()
  }

  /// Installs the handler of signals that have subscribers, and passes on what it catches.
  ///
  /// It is a handler of our own, with a pipe. A source of Dispatch needs the signal to be ignored on Apple's platforms,
  /// and a started program inherits that; on Linux (as of Swift 6.3) they leave their handler installed when they are
  /// cancelled. `signalfd` sees only signals that every thread blocks. A handler is reset when a program is started.
  // Sendable: mutable state is under the lock.
  final class SignalHub: Sendable {
    static let shared = SignalHub()

    private struct State {
      var registry = SignalRegistry<ObjectIdentifier, any SignalReceiver>()

      /// What was installed before, for each signal that has a subscriber.
      var former: [Int32: sigaction] = [:]
    }

    private let state = Locked(State())
    private let openPipe: @Sendable () -> DescriptorWatcher.Pipe?

    /// If the pipe cannot be opened: the time until the hub looks for signals and tries again.
    private static let interval = DispatchTimeInterval.milliseconds(10)

    /// - Parameter openPipe: Opens the pipe into which the handler writes; tests let it fail.
    init(openPipe: @escaping @Sendable () -> DescriptorWatcher.Pipe? = DescriptorWatcher.newPipe) {
      self.openPipe = openPipe
      listen(at: nil)
    }

    /// Adds a subscription. When this returns, the handler of its signals is installed.
    func add(_ receiver: any SignalReceiver, wanting signals: SignalSet) {
      let earlier = state.withLock { state in
        // Signals that came before this subscription go only to earlier subscribers.
        let earlier = state.registry.receivers(of: Arrivals.take())
        let first = state.registry.add(receiver, key: ObjectIdentifier(receiver), wanting: signals)
        // Under the lock, so that handlers come and go in the order in which subscribers do.
        for number in first.numbers { state.former[number] = install(number) }
        return earlier
      }
      for (receiver, signals) in earlier { receiver.receive(signals) }
    }

    /// Removes a subscription, if it is there. When this returns, what was installed before is restored for the signals
    /// that no other subscription wants.
    func remove(_ receiver: any SignalReceiver) {
      // Released outside the lock: the receiver may be a client's last reference to its subscriber.
      let removed = state.withLock { state in
        let removed = state.registry.remove(ObjectIdentifier(receiver))
        for number in removed?.last.numbers ?? [] {
          if let former = state.former.removeValue(forKey: number) { restore(number, former) }
        }
        return removed
      }
      withExtendedLifetime(removed) {}
    }

    /// Passes on the signals that have come, then waits for others.
    ///
    /// - Parameter readEnd: The read end of the pipe; `nil` if it is not open.
    private func listen(at readEnd: Int32?) {
      let readEnd = readEnd ?? open()
      let arrived = state.withLock { $0.registry.receivers(of: Arrivals.take()) }
      for (receiver, signals) in arrived { receiver.receive(signals) }
      guard let readEnd else {
        return DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { self.listen(at: nil) }
      }
      _ = DescriptorWatcher.shared.watch(readEnd) { _ in
        // Emptied before the signals are taken: the handler notes a signal before it writes.
        DescriptorWatcher.drain(readEnd)
        self.listen(at: readEnd)
      }
    }

    /// - Returns: The read end of the pipe; `nil` if it cannot be opened, because the process has too many open files.
    private func open() -> Int32? {
      let pipe = openPipe()
      // Stored in either case: the first access to a static property may lock, and must not be the handler's.
      Arrivals.writeEnd.store(pipe?.writeEnd ?? -1, ordering: .sequentiallyConsistent)
      return pipe?.readEnd
    }
  }

  // MARK: What the handler does

  /// The signals that the handler has caught.
  ///
  /// The handler interrupts a thread anywhere, so it may neither allocate nor lock. It sets a bit and writes a byte. If
  /// the pipe is full, its bytes wake the reader anyway. A child process between `fork` and `exec` shares the pipe, but
  /// not the bits.
  private enum Arrivals {
    static let signals = Atomic<UInt64>(0)

    /// The write end of the pipe, which is never closed: a handler that is still running on another thread might write
    /// into a file that has been given its number meanwhile.
    static let writeEnd = Atomic<Int32>(-1)

    /// Takes the signals that have come since the last call.
    static func take() -> SignalSet {
      SignalSet(rawValue: signals.exchange(0, ordering: .sequentiallyConsistent))
    }
  }

  /// The handler.
  private func noteSignal(_ number: Int32) {
    let former = errno
    Arrivals.signals.bitwiseOr(1 &<< UInt64(truncatingIfNeeded: number &- 1), ordering: .sequentiallyConsistent)
    var byte: UInt8 = 1
    _ = write(Arrivals.writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = former
  }

  // MARK: Dispositions

  /// Installs the handler.
  ///
  /// - Returns: What was installed before.
  private func install(_ number: Int32) -> sigaction {
    // SA_RESTART: a call that the handler interrupts goes on. SA_ONSTACK: for threads that have a stack for handlers.
    var (action, former) = (sigaction(), sigaction())
    action.handler = noteSignal
    action.sa_flags = SA_RESTART | SA_ONSTACK
    let result = sigaction(number, &action, &former)
    precondition(result == 0, "No handler can be installed for the signal \(number).")
    return former
  }

  /// Restores what was installed before the handler, unless other code has replaced the handler since.
  private func restore(_ number: Int32, _ former: sigaction) {
    var (former, current, own) = (former, sigaction(), sigaction())
    own.handler = noteSignal
    sigaction(number, nil, &current)
    guard unsafeBitCast(current.handler, to: Int.self) == unsafeBitCast(own.handler, to: Int.self) else { return }
    sigaction(number, &former, nil)
  }

  extension SignalHub {
    /// Traps unless the signal can be caught and the program can go on after it.
    static func check(_ number: Int32) {
      // First: on Apple's platforms `sigaction` refuses even to say what is installed for these.
      precondition(![SIGKILL, SIGSTOP].contains(number), "The signal \(number) cannot be caught.")
      var action = sigaction()
      precondition((1...64).contains(number) && sigaction(number, nil, &action) == 0, "\(number) is not a signal.")
      precondition(
        ![SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP].contains(number),
        "The signal \(number) reports a fault, after which the program cannot go on.")
    }
  }

  extension sigaction {
    /// The function that handles the signal, in the union that each C library names in its own way.
    fileprivate var handler: (@convention(c) (Int32) -> Void)? {
      get {
        #if canImport(Darwin)
          __sigaction_u.__sa_handler
        #elseif canImport(Glibc)
          __sigaction_handler.sa_handler
        #else
          __sa_handler.sa_handler
        #endif
      }
      set {
        #if canImport(Darwin)
          __sigaction_u.__sa_handler = newValue
        #elseif canImport(Glibc)
          __sigaction_handler.sa_handler = newValue
        #else
          __sa_handler.sa_handler = newValue
        #endif
      }
    }
  }
#endif
