#if os(Linux)
  import Foundation
  import StreamCore
  import StreamProcesses
  import TestSupport
  import Testing

  /// In a process of its own: other tests start threads and processes meanwhile. `STREAMS_FULL=1` plays 2,000 rounds.
  @Suite("Processes as publishers: cancels at random moments", .timeLimit(.generous))
  struct ProcessChurnTests {
    @Test("Programs cancelled at random moments leave no process, descriptor or subscriber behind")
    func leavesNothing() async {
      await #expect(processExitsWith: .success) {
        let churn = Churn(rounds: 40, within: 0.02)
        // What Foundation and Dispatch keep for all time is there after the first ones.
        try await play(churn, from: 0, to: 20, checks: nil)
        let before = try Footprint()
        try await play(churn, from: 20, to: 20 + churn.rounds, checks: before)
      }
    }
  }

  /// The scripts that programs run: they end soon, never, or late, and do so by themselves or against their will.
  private let scripts = [
    "echo a; echo b >&2",
    "while true; do echo line; done",
    "sleep 100",
    "echo c; exec >&- 2>&-; sleep 100",
    "head -c 300000 /dev/zero; exit 3",
    "kill -9 $$",
    "echo d; sleep 100 & sleep 100",
    "cat /dev/zero >&2",
  ]

  @Sendable
  private func play(_ churn: Churn, from first: Int, to end: Int, checks before: Footprint?) async throws {
    let tally = ChurnTally()
    // Found in the environment of whatever a program of these rounds has started.
    let mark = "STREAMS_CHURN=\(UUID().uuidString)"
    churn.play(first..<end) { number, random in
      // Such a one is waited for until it is killed.
      let script = number % 100 == 99 ? "trap '' TERM; echo e; sleep 100" : scripts[number % scripts.count]
      let program = Process.outputPublisher(
        running: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script],
        environment: ["PATH": "/usr/bin:/bin", "STREAMS_CHURN": String(mark.dropFirst(14))])
      let demand: Subscribers.Demand = [.none, .max(1), .unlimited][Int.random(in: 0...2, using: &random)]
      let isEager = Bool.random(using: &random)
      // One in sixteen is left until something has come, one until something has ended, however slow the machine is.
      let (isLeft, hasCome) = (number % 16 == 1, DispatchSemaphore(value: 0))
      let isLeftToEnd = number % 16 == 8
      let round = {
        (request: @escaping @Sendable (Subscribers.Demand) -> Void, cancel: @escaping @Sendable () -> Void) in
        Churn.Round {
          request(.max(2))
        } cancel: {
          if isLeft { _ = hasCome.waitPatiently() }
          if isLeftToEnd { _ = eventually { tally.counts.ends > 0 } }
          cancel()
        }
      }
      let more: @Sendable () -> Subscribers.Demand = {
        hasCome.signal()
        return isEager ? .max(1) : .none
      }
      if Bool.random(using: &random) {
        let subscriber = program.churn(tally, demand: demand) { _ in more() }
        return round(subscriber.request, subscriber.cancel)
      }
      let subscriber = program.standardOutput.churn(tally, demand: demand) { _ in more() }
      return round(subscriber.request, subscriber.cancel)
    }
    let isReleased = try await eventually { tally.counts.alive == 0 }
    let counts = tally.counts
    expect(isReleased && counts.late == 0 && counts.overlaps == 0, "\(counts), seed \(churn.seed)")
    expect(counts.values > 0 && counts.ends > 0, "\(counts), seed \(churn.seed)")
    let hasEnded = try await eventually { try processes(with: mark).isEmpty }
    let left = try processes(with: mark)
    expect(hasEnded, "Left: \(left), seed \(churn.seed)")
    if let before {
      let left = try await before.whatIsLeft()
      expect(left == nil, "\(left ?? ""), seed \(churn.seed)")
    }
  }

  /// The processes that have `mark` in their environment: the children's own as well.
  private func processes(with mark: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      guard Int32(name) != nil, let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return environment.range(of: Data(mark.utf8)) != nil
    }
  }
#endif
