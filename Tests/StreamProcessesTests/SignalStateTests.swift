#if os(Linux) || os(macOS)
  import StreamCore
  import TestSupport
  import Testing

  @testable import StreamProcesses

  @Suite("What signals are pending, and who wants them")
  struct SignalStateTests {
    // MARK: SignalSet

    @Test("A set names the numbers from 1 to 64, the lowest first")
    func numbers() {
      expectEqual(SignalSet([.signal(64), .signal(1), .signal(15)]).numbers, [1, 15, 64])
      expectEqual(SignalSet().numbers, [])
      var set = SignalSet([.signal(12), .signal(10)])
      expectEqual(set.popLowest(), 10)
      expectEqual(set, .signal(12))
      expectEqual(set.popLowest(), 12)
      expectEqual(set.popLowest(), nil)
    }

    // MARK: SignalRegistry

    @Test("The first member that wants a signal, and the last, are told that they are")
    func firstAndLast() {
      var registry = SignalRegistry<Int, String>()
      expectEqual(registry.add("a", key: 1, wanting: [.signal(2), .signal(15)]), [.signal(2), .signal(15)])
      expectEqual(registry.add("b", key: 2, wanting: [.signal(15), .signal(1)]), .signal(1))
      expectEqual(registry.add("c", key: 3, wanting: .signal(15)), [])
      let first = registry.remove(1)
      expect(first?.receiver == "a" && first?.last == .signal(2))
      expectEqual(registry.remove(3)?.last, [])
      expectEqual(registry.remove(2)?.last, [.signal(1), .signal(15)])
      expectEqual(registry.add("d", key: 4, wanting: .signal(15)), .signal(15))
    }

    @Test("A member that has been removed cannot be removed again")
    func removedTwice() {
      var registry = SignalRegistry<Int, String>()
      _ = registry.add("a", key: 1, wanting: .signal(2))
      _ = registry.add("b", key: 2, wanting: .signal(2))
      expect(registry.remove(1) != nil)
      expect(registry.remove(1) == nil)
      expectEqual(registry.remove(2)?.last, .signal(2))
    }

    @Test("Each member receives those signals that it wants, and a member that wants none of them is left out")
    func receivers() {
      var registry = SignalRegistry<Int, String>()
      _ = registry.add("a", key: 1, wanting: [.signal(2), .signal(15)])
      _ = registry.add("b", key: 2, wanting: .signal(15))
      func receivers(of signals: SignalSet) -> [String] {
        registry.receivers(of: signals).map { "\($0.receiver)\($0.signals.numbers)" }.sorted()
      }
      expectEqual(receivers(of: [.signal(15), .signal(1)]), ["a[15]", "b[15]"])
      expectEqual(receivers(of: [.signal(15), .signal(2)]), ["a[2, 15]", "b[15]"])
      expectEqual(receivers(of: .signal(1)), [])
      expectEqual(receivers(of: []), [])
      _ = registry.remove(1)
      expectEqual(receivers(of: [.signal(15), .signal(2)]), ["b[15]"])
    }

    // MARK: SignalBacklog

    @Test("While idle, demand alone and signals alone schedule nothing; both together schedule one run")
    func startsOnce() {
      var demanded = SignalBacklog()
      expect(!demanded.request(.max(3)))
      expect(demanded.next() == nil)
      expect(demanded.receive(.signal(2)))
      expect(!demanded.receive(.signal(2)))
      expect(!demanded.request(.max(1)))
      var signalled = SignalBacklog()
      expect(!signalled.receive(.signal(2)))
      expect(!signalled.request(.none))
      expect(signalled.next() == nil)
      expect(signalled.request(.max(1)))
    }

    @Test("A run delivers each pending signal once, the lowest number first, as far as there is demand")
    func delivers() {
      var backlog = SignalBacklog()
      for number: Int32 in [15, 2, 15, 1] { _ = backlog.receive(.signal(number)) }
      expect(backlog.request(.max(2)))
      expectEqual(backlog.next(), 1)
      expectEqual(backlog.next(), 2)
      expectEqual(backlog.next(), nil)
      expectEqual(backlog.pending, .signal(15))
      expectEqual(backlog.demand, .none)
      expect(backlog.request(.max(2)))
      expectEqual(backlog.next(), 15)
      expectEqual(backlog.next(), nil)
      expectEqual(backlog.demand, .max(1))
    }

    @Test("A run takes the signals and the demand that come while it delivers")
    func grows() {
      var backlog = SignalBacklog()
      _ = backlog.request(.max(1))
      expect(backlog.receive(.signal(2)))
      expectEqual(backlog.next(), 2)
      expect(!backlog.receive(.signal(2)))
      expect(!backlog.request(.max(1)))
      expectEqual(backlog.next(), 2)
      expectEqual(backlog.next(), nil)
      _ = backlog.request(.unlimited)
      expect(backlog.receive(.signal(2)))
    }

    @Test("After the end nothing is pending, and no event schedules a run, whatever phase it ended")
    func ends() {
      var idle = SignalBacklog()
      _ = idle.receive(.signal(2))
      var delivering = idle
      expect(delivering.request(.unlimited))
      for var backlog in [SignalBacklog(), idle, delivering] {
        backlog.end()
        expectEqual(backlog.pending, [])
        expectEqual(backlog.next(), nil)
        expect(!backlog.receive(.signal(2)))
        expect(!backlog.request(.max(1)))
        expectEqual(backlog.next(), nil)
        expectEqual(backlog.pending, [])
        backlog.end()
        expectEqual(backlog.next(), nil)
      }
    }
  }
#endif
