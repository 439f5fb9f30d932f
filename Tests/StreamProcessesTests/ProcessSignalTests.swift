#if os(Linux) || os(macOS)
  import Foundation
  import StreamCore
  import StreamFiles
  import TestSupport
  import Testing

  @testable import StreamProcesses

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Real signals. What handles them belongs to the process: one test at a time, and no other suite uses these signals.
  @Suite("Signals as publishers", .serialized, .timeLimit(.generous))
  struct ProcessSignalTests {
    @Test("Each of several subscribers receives each of its signals, of one publisher or of several")
    func subscribers() async throws {
      let both = Publishers.signal(SIGUSR1, SIGUSR2)
      let recorders = [both.record(), both.record(), Publishers.signal(SIGUSR2).record()]
      defer { for recorder in recorders { recorder.cancel() } }
      try await send(SIGUSR1, to: Array(recorders.prefix(2)))
      try await send(SIGUSR2, to: recorders)
      try await send(SIGUSR2, to: recorders)
      expectEqual(
        recorders.map(\.values), [[SIGUSR1, SIGUSR2, SIGUSR2], [SIGUSR1, SIGUSR2, SIGUSR2], [SIGUSR2, SIGUSR2]])
      expectEqual(recorders[0].subscriptions, ["ProcessSignal"])
      expect(recorders.allSatisfy { $0.overlaps == 0 && $0.completions.isEmpty })
    }

    @Test("Without demand each signal is pending once, and delivered when it is requested, the lowest number first")
    func demand() async throws {
      let recorder = Publishers.signal(SIGUSR1, SIGUSR2, SIGWINCH).record(demand: .none)
      let witness = Publishers.signal(SIGUSR1, SIGUSR2).record()
      defer {
        recorder.cancel()
        witness.cancel()
      }
      for number in [SIGUSR2, SIGUSR1, SIGUSR1, SIGUSR2] { try await send(number, to: [witness]) }
      // Signals are passed on one after the other: this one follows the others.
      kill(getpid(), SIGWINCH)
      #expect(try await eventually { recorder.pending == [SIGUSR1, SIGUSR2, SIGWINCH].sorted() })
      expect(recorder.values.isEmpty)
      recorder.request(.none)
      recorder.request(.max(1))
      #expect(try await eventually { recorder.values.count == 1 })
      recorder.request(.max(2))
      #expect(try await eventually { recorder.values.count == 3 })
      expectEqual(recorder.values, [SIGUSR1, SIGUSR2, SIGWINCH].sorted())
      expect(recorder.pending.isEmpty && recorder.overlaps == 0)
      // The demand is used up.
      kill(getpid(), SIGUSR1)
      #expect(try await eventually { recorder.pending == [SIGUSR1] })
      expectEqual(recorder.values.count, 3)
    }

    @Test("Demand that receive(_:) returns is served by the signals that follow")
    func returnedDemand() async throws {
      let recorder = Publishers.signal(SIGUSR1).record(demand: .max(1)) { _ in .max(1) }
      defer { recorder.cancel() }
      for _ in 0..<3 { try await send(SIGUSR1, to: [recorder]) }
    }

    @Test("When the last subscriber is cancelled, what was installed before the first is restored")
    func restores() async throws {
      for installed in [Handling.mine(SA_NODEFER), .mine(SA_RESTART), .named(SIG_IGN), .named(SIG_DFL)] {
        installed.install(for: SIGUSR1)
        defer { Handling.named(SIG_DFL).install(for: SIGUSR1) }
        let before = Handling.current(of: SIGUSR1)
        let first = Publishers.signal(SIGUSR1).record()
        let during = Handling.current(of: SIGUSR1)
        expect(during != before)
        let second = Publishers.signal(SIGUSR1, SIGUSR2).record()
        first.cancel()
        expectEqual(Handling.current(of: SIGUSR1), during)
        try await send(SIGUSR1, to: [second])
        second.cancel()
        expectEqual(Handling.current(of: SIGUSR1), before)
        second.cancel()
        first.cancel()
        expectEqual(Handling.current(of: SIGUSR1), before)
        expect(first.values.isEmpty)
      }
    }

    @Test("A handler that other code has installed meanwhile stays when the last subscriber is cancelled")
    func otherHandler() {
      let recorder = Publishers.signal(SIGUSR1).record()
      Handling.mine(SA_RESTART).install(for: SIGUSR1)
      defer { Handling.named(SIG_DFL).install(for: SIGUSR1) }
      let other = Handling.current(of: SIGUSR1)
      recorder.cancel()
      expectEqual(Handling.current(of: SIGUSR1), other)
    }

    @Test("After a cancel inside a delivery nothing more is delivered, and the handler is gone (rule 5)")
    func cancelInside() async throws {
      let before = [SIGUSR1, SIGUSR2].map(Handling.current)
      let after = Locked<[Handling]>([])
      let witness = Publishers.signal(SIGWINCH).record()
      let recorder = RecordingSubscriber<Int32, Never>(demand: .none)
      recorder.onValue = { [weak recorder] _ in
        recorder?.cancel()
        after.withLock { $0 = [SIGUSR1, SIGUSR2].map(Handling.current) }
        return .unlimited
      }
      Publishers.signal(SIGUSR1, SIGUSR2).subscribe(recorder)
      kill(getpid(), SIGUSR1)
      kill(getpid(), SIGUSR2)
      #expect(try await eventually { recorder.pending == [SIGUSR1, SIGUSR2].sorted() })
      recorder.request(.unlimited)
      #expect(try await eventually { !after.value.isEmpty })
      expectEqual(after.value, before)
      try await send(SIGWINCH, to: [witness])
      witness.cancel()
      expectEqual(recorder.values, [SIGUSR1])
    }

    @Test("Two threads that cancel both return when what was installed before is restored (rule 5)")
    func cancelledTwice() {
      let before = Handling.current(of: SIGUSR1)
      for _ in 0..<repetitions(100, full: 2_000) {
        let recorder = Publishers.signal(SIGUSR1).record()
        concurrently(2) { _ in
          recorder.cancel()
          expectEqual(Handling.current(of: SIGUSR1), before)
        }
      }
    }

    @Test("A signal that was pending at a cancel is dropped: a later subscriber receives later ones alone")
    func resubscribes() async throws {
      let publisher = Publishers.signal(SIGUSR1)
      let first = publisher.record(demand: .none)
      kill(getpid(), SIGUSR1)
      #expect(try await eventually { first.pending == [SIGUSR1] })
      first.cancel()
      first.request(.unlimited)
      let second = publisher.record(demand: .none)
      expect(second.pending.isEmpty)
      second.request(.unlimited)
      try await send(SIGUSR1, to: [second])
      second.cancel()
      expect(first.values.isEmpty)
    }

    @Test("Nothing is delivered before receive(subscription:) has returned, and nothing of that time is lost (rule 3)")
    func subscriptionFirst() async throws {
      let witness = Publishers.signal(SIGUSR1).record()
      let recorder = RecordingSubscriber<Int32, Never>()
      recorder.onSubscription = { [unowned recorder] subscription in
        subscription.request(.unlimited)
        kill(getpid(), SIGUSR1)
        expect(eventually { witness.values.count == 1 })
        expect(eventually { pending(of: subscription) == [SIGUSR1] })
        expect(recorder.values.isEmpty)
      }
      Publishers.signal(SIGUSR1).subscribe(recorder)
      #expect(try await eventually { recorder.values == [SIGUSR1] })
      expectEqual(recorder.overlaps, 0)
      recorder.cancel()
      witness.cancel()
    }

    @Test("A subscriber that cancels in receive(subscription:) leaves no handler")
    func cancelledAtOnce() {
      let before = Handling.current(of: SIGUSR1)
      let recorder = RecordingSubscriber<Int32, Never>()
      recorder.onSubscription = { $0.cancel() }
      Publishers.signal(SIGUSR1).subscribe(recorder)
      expectEqual(Handling.current(of: SIGUSR1), before)
    }

    @Test("A cancelled subscription does not retain its subscriber, which until then is retained (rule 7)")
    func releases() async throws {
      weak var subscriber: RecordingSubscriber<Int32, Never>?
      var subscription: (any Subscription)?
      do {
        let recorder = RecordingSubscriber<Int32, Never>(demand: .none)
        Publishers.signal(SIGUSR1).subscribe(recorder)
        (subscriber, subscription) = (recorder, recorder.subscription)
        recorder.forget()
      }
      expect(subscriber != nil)
      kill(getpid(), SIGUSR1)
      #expect(try await eventually { subscription.map(pending) == [SIGUSR1] })
      subscription?.request(.max(1))
      #expect(try await eventually { subscriber?.values == [SIGUSR1] })
      subscription?.cancel()
      #expect(try await eventually { subscriber == nil })
    }

    @Test("A program that is started meanwhile has the default action, and its signals are its own")
    func child() async throws {
      let recorder = Publishers.signal(SIGUSR1).record()
      defer { recorder.cancel() }
      let program = Process.outputPublisher(
        running: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "kill -USR1 $$; echo lives"]
      ).record()
      #expect(try await eventually { program.failure != nil })
      guard case .signalled(SIGUSR1) = program.failure else {
        Issue.record("\(String(describing: program.failure)), \(program.values)")
        return
      }
      try await send(SIGUSR1, to: [recorder])
      expectEqual(recorder.values, [SIGUSR1])
    }

    @Test("Subscribers that come and go on four threads while signals come get no late or overlapping signal")
    func churn() async throws {
      let before = Handling.current(of: SIGUSR1)
      let tally = ChurnTally()
      let churn = Churn(rounds: 200, within: 0.002)
      // Without it, a signal might come while there is no subscriber, and end the process.
      let witness = Publishers.signal(SIGUSR1, SIGUSR2).record(demand: .none)
      let isOver = Locked(false)
      concurrently(2) { thread in
        if thread == 0 {
          while !isOver.value { kill(getpid(), Bool.random() ? SIGUSR1 : SIGUSR2) }
          return
        }
        churn.play(0..<churn.rounds) { number, random in
          let demand: Subscribers.Demand = [.none, .max(1), .unlimited][Int.random(in: 0...2, using: &random)]
          let publisher = number % 3 == 0 ? Publishers.signal(SIGUSR1, SIGUSR2) : Publishers.signal(SIGUSR1)
          let subscriber = publisher.churn(tally, demand: demand) { _ in number % 2 == 0 ? .max(1) : .none }
          return Churn.Round {
            subscriber.request(.max(2))
          } cancel: {
            subscriber.cancel()
          }
        }
        isOver.withLock { $0 = true }
      }
      #expect(try await eventually { tally.counts.alive == 0 }, "\(tally.counts), seed \(churn.seed)")
      let counts = tally.counts
      expect(counts.late == 0 && counts.overlaps == 0 && counts.values > 0, "\(counts), seed \(churn.seed)")
      // The last signals have come before the handler goes.
      #expect(try await eventually { witness.pending == [SIGUSR1, SIGUSR2].sorted() })
      for number in [SIGUSR1, SIGUSR2] {
        #expect(try await eventually { !isPending(number) })
      }
      witness.cancel()
      expectEqual(Handling.current(of: SIGUSR1), before)
    }

    #if os(Linux)
      @Test("After the cancel that the first SIGINT causes, a second one ends the program")
      func secondInterrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
          // A shell lets what runs in its background ignore it.
          Handling.named(SIG_DFL).install(for: SIGINT)
          let before = Handling.current(of: SIGINT)
          let recorder = RecordingSubscriber<Int32, Never>()
          recorder.onValue = { [unowned recorder] _ in
            recorder.cancel()
            return .none
          }
          Publishers.signal(SIGINT, SIGTERM).subscribe(recorder)
          kill(getpid(), SIGINT)
          let isRestored = try await eventually { Handling.current(of: SIGINT) == before }
          expect(isRestored)
          expectEqual(recorder.values, [SIGINT])
          kill(getpid(), SIGINT)
          _ = try await eventually { false }
        }
      }

      @Test("A signal that has come, and not been passed on yet, is for earlier subscribers alone")
      func laterSubscriber() async {
        await #expect(processExitsWith: .success) {
          // Without a pipe, the hub passes signals on after some time, or when a subscriber is added.
          let hub = SignalHub { nil }
          for _ in 0..<20 {
            let (earlier, later) = (Receiver(), Receiver())
            hub.add(earlier, wanting: .signal(SIGUSR1))
            raiseUnblocked(SIGUSR1)
            hub.add(later, wanting: .signal(SIGUSR1))
            expectEqual(earlier.signals.value, .signal(SIGUSR1))
            hub.remove(earlier)
            raiseUnblocked(SIGUSR1)
            let isReceived = try await eventually { later.signals.value == .signal(SIGUSR1) }
            expect(isReceived)
            hub.remove(later)
          }
          // Nor is it for a subscriber that is added when the one before has gone.
          for _ in 0..<20 {
            let (earlier, later) = (Receiver(), Receiver())
            hub.add(earlier, wanting: .signal(SIGUSR1))
            raiseUnblocked(SIGUSR1)
            hub.remove(earlier)
            hub.add(later, wanting: [.signal(SIGUSR1), .signal(SIGUSR2)])
            raiseUnblocked(SIGUSR2)
            let isReceived = try await eventually { !later.signals.value.isEmpty }
            expect(isReceived)
            expectEqual(later.signals.value, .signal(SIGUSR2))
            hub.remove(later)
          }
        }
      }

      @Test("The handler leaves the error of what it interrupts unchanged, even if it cannot write")
      func keepsError() async {
        await #expect(processExitsWith: .success) {
          let (hub, receiver) = (SignalHub { nil }, Receiver())
          hub.add(receiver, wanting: .signal(SIGUSR1))
          errno = ENOTTY
          raiseUnblocked(SIGUSR1)
          expectEqual(errno, ENOTTY)
          hub.remove(receiver)
        }
      }

      @Test("Signals come even if no pipe can be opened, and by the pipe as soon as one can")
      func withoutPipe() async {
        await #expect(processExitsWith: .success) {
          let attempts = Locked(0)
          let hub = SignalHub {
            attempts.withLock { $0 += 1 }
            return attempts.value < 20 ? nil : DescriptorWatcher.newPipe()
          }
          let receiver = Receiver()
          hub.add(receiver, wanting: [.signal(SIGUSR1), .signal(SIGUSR2)])
          kill(getpid(), SIGUSR1)
          let isReceived = try await eventually { receiver.signals.value == .signal(SIGUSR1) }
          expect(isReceived)
          let isOpen = try await eventually { attempts.value == 20 }
          expect(isOpen)
          kill(getpid(), SIGUSR2)
          let isReceivedToo = try await eventually { receiver.signals.value == [.signal(SIGUSR1), .signal(SIGUSR2)] }
          expect(isReceivedToo && attempts.value == 20)
          hub.remove(receiver)
        }
      }

      @Test("What the handler writes into the pipe is read, so that the thread that watches it can sleep")
      func emptiesPipe() async {
        await #expect(processExitsWith: .success) {
          let pipe = try #require(DescriptorWatcher.newPipe())
          let (hub, receiver) = (SignalHub { pipe }, Receiver())
          hub.add(receiver, wanting: .signal(SIGUSR1))
          for _ in 0..<3 {
            raiseUnblocked(SIGUSR1)
            let isReceived = try await eventually { receiver.signals.exchange([]) == .signal(SIGUSR1) }
            expect(isReceived)
            let isEmpty = try await eventually {
              var request = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
              return poll(&request, 1, 0) == 0
            }
            expect(isEmpty)
          }
          hub.remove(receiver)
        }
      }

      @Test("A signal that cannot be caught, a fault, a number that is no signal's, and no signal at all trap")
      func refused() async {
        await #expect(processExitsWith: .failure) { _ = Publishers.signal() }
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(SIGTERM, SIGKILL) }
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(SIGSTOP) }
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(SIGSEGV) }
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(0) }
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(65) }
        // The C library keeps it for itself.
        await #expect(processExitsWith: .failure) { _ = Publishers.signal(32) }
        await #expect(processExitsWith: .success) { _ = Publishers.signal(SIGINT, SIGTERM, SIGHUP, SIGWINCH, 64) }
      }
    #endif

    /// Sends a signal to this process, and waits until each recorder has one value more.
    private func send(_ number: Int32, to recorders: [RecordingSubscriber<Int32, Never>]) async throws {
      let before = recorders.map(\.values.count)
      kill(getpid(), number)
      #expect(try await eventually { zip(recorders, before).allSatisfy { $0.values.count > $1 } })
    }
  }

  /// What handles a signal: the function, its flags, and the signals that are blocked meanwhile.
  private struct Handling: Equatable, CustomStringConvertible {
    var function: Int
    var flags: Int32 = 0
    var blocksAnother = false

    /// A handler of the test's own, which blocks another signal meanwhile.
    static func mine(_ flags: Int32) -> Handling {
      let handler: @convention(c) (Int32) -> Void = { _ in }
      return Handling(function: unsafeBitCast(handler, to: Int.self), flags: flags, blocksAnother: true)
    }

    static func named(_ handler: (@convention(c) (Int32) -> Void)?) -> Handling {
      Handling(function: unsafeBitCast(handler, to: Int.self))
    }

    static func current(of number: Int32) -> Handling {
      var action = sigaction()
      expectEqual(sigaction(number, nil, &action), 0)
      #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
      #elseif canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
      #else
        let handler = action.__sa_handler.sa_handler
      #endif
      // Without a flag of the C library's own.
      return Handling(
        function: unsafeBitCast(handler, to: Int.self), flags: action.sa_flags & ~0x0400_0000,
        blocksAnother: sigismember(&action.sa_mask, SIGTTOU) == 1)
    }

    func install(for number: Int32) {
      var action = sigaction()
      let handler = unsafeBitCast(function, to: (@convention(c) (Int32) -> Void)?.self)
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #elseif canImport(Glibc)
        action.__sigaction_handler.sa_handler = handler
      #else
        action.__sa_handler.sa_handler = handler
      #endif
      action.sa_flags = flags
      sigemptyset(&action.sa_mask)
      if blocksAnother { sigaddset(&action.sa_mask, SIGTTOU) }
      expectEqual(sigaction(number, &action, nil), 0)
    }

    var description: String { "\(String(function, radix: 16)), flags \(flags), blocks \(blocksAnother)" }
  }

  private final class Receiver: SignalReceiver {
    let signals = Locked(SignalSet())

    func receive(_ signals: SignalSet) {
      self.signals.withLock { $0.formUnion(signals) }
    }

    func deliver() {}
  }

  private func pending(of subscription: any Subscription) -> [Int32] {
    let child = Mirror(reflecting: subscription).children.first { $0.label == "pending" }
    return child?.value as? [Int32] ?? [-1]
  }

  extension RecordingSubscriber<Int32, Never> {
    /// The signals that wait for its demand.
    fileprivate var pending: [Int32] { subscription.map(StreamProcessesTests.pending) ?? [-1] }
  }

  /// Sends a signal to this thread, whose queue may block it. The handler has run when this returns.
  private func raiseUnblocked(_ number: Int32) {
    var (signals, former) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, &former)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  /// Whether a signal has been sent to this process, and no handler has been called for it yet.
  private func isPending(_ number: Int32) -> Bool {
    var signals = sigset_t()
    sigpending(&signals)
    return sigismember(&signals, number) == 1
  }
#endif
