import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("The contract of the timing operators")
struct ContractTests {
  static let specimens = [
    Specimen("receive(on:options:)") { upstream, _ in upstream.receive(on: ImmediateScheduler.shared) },
    Specimen("subscribe(on:options:)") { upstream, _ in upstream.subscribe(on: ImmediateScheduler.shared) },
    Specimen("debounce(for:scheduler:options:)", .pacedByDemand) { upstream, _ in
      upstream.debounce(for: 1, scheduler: StandingScheduler())
    },
    Specimen("debounce(for:scheduler:options:)", form: "no time", .pacedByDemand) { upstream, _ in
      upstream.debounce(for: 0, scheduler: StandingScheduler())
    },
    Specimen("debounceKeepingLast(for:scheduler:options:fileID:line:)", .pacedByDemand) { upstream, _ in
      upstream.debounceKeepingLast(for: 1, scheduler: StandingScheduler())
    },
    Specimen("delay(for:tolerance:scheduler:options:)") { upstream, _ in
      upstream.delay(for: 0, scheduler: StandingScheduler())
    },
    Specimen("throttle(for:scheduler:latest:)", .pacedByDemand) { upstream, _ in
      upstream.throttle(for: 0, scheduler: StandingScheduler(), latest: true)
    },
    Specimen("throttleFirst(for:scheduler:fileID:line:)", .pacedByDemand) { upstream, _ in
      upstream.throttleFirst(for: 1, scheduler: StandingScheduler())
    },
    Specimen("timeout(_:scheduler:options:customError:)") { upstream, token in
      upstream.timeout(1, scheduler: StandingScheduler()) { token.pass(TestError()) }
    },
    Specimen("timeout(_:scheduler:options:fallback:)") { upstream, token in
      upstream.timeout(
        1, scheduler: StandingScheduler(),
        fallback: Publishers.Map(upstream: Empty<Int, TestError>()) { token.pass($0) })
    },
    Specimen("backpressureTimeout(_:scheduler:options:customError:)") { upstream, token in
      upstream.backpressureTimeout(1, scheduler: StandingScheduler()) { token.pass(TestError()) }
    },
    Specimen("idleHeartbeat(every:scheduler:options:_:)") { upstream, token in
      upstream.idleHeartbeat(every: 1, scheduler: StandingScheduler()) { token.pass(0) }
    },
    Specimen("retry(on:tolerance:options:intervals:)", onFailure: .recovers) { upstream, _ in
      upstream.retry(on: StandingScheduler(), intervals: [0])
    },
    Specimen("measureInterval(using:options:)") { upstream, _ in
      upstream.measureInterval(using: StandingScheduler())
    },
    Specimen("timestamped(by:)", .stateless) { upstream, _ in upstream.timestamped(by: StandingScheduler()) },
    Specimen("withInterval(by:)") { upstream, _ in upstream.withInterval(by: StandingScheduler()) },
    Specimen("sample(every:scheduler:options:)", .pacedByDemand) { upstream, _ in
      upstream.sample(every: 1, scheduler: StandingScheduler())
    },
    Specimen("prefix(for:tolerance:scheduler:options:)") { upstream, _ in
      upstream.prefix(for: 1, scheduler: StandingScheduler())
    },
    Specimen("dropFirst(for:scheduler:)") { upstream, _ in upstream.dropFirst(for: 0, scheduler: StandingScheduler()) },
    Specimen("delaySubscription(for:tolerance:scheduler:options:)") { upstream, _ in
      upstream.delaySubscription(for: 0, scheduler: StandingScheduler())
    },
    Specimen("delaySubscription(until:)") { upstream, _ in
      upstream.delaySubscription(until: Result<Int, TestError>.Publisher(1))
    },
    Specimen("lazyMap(on:options:_:)", .pacedByDemand) { upstream, token in
      upstream.lazyMap(on: ImmediateScheduler.shared) { token.pass($0) }
    },
    Specimen("cancel(on:options:)") { upstream, _ in upstream.cancel(on: ImmediateScheduler.shared) },
    Specimen("autoconnect(minimumSubscribers:disconnectAfter:scheduler:)", [.shares, .pacedByDemand]) { upstream, _ in
      Connectable(upstream).autoconnect(disconnectAfter: 1, scheduler: StandingScheduler())
    },
    Specimen("collect(_:options:)", .pacedByDemand) { upstream, _ in
      upstream.collect(.byTimeOrCount(StandingScheduler(), 1, 3))
    },
    Specimen("collect(_:options:cost:)", .pacedByDemand) { upstream, token in
      upstream.collect(.byTimeOrCount(StandingScheduler(), 1, 300)) { token.pass($0) }
    },
  ]

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    // `receive(on:)` of an actor delivers later: ReceiveOnActorTests. It is `receive(on:options:)` with a scheduler.
    // `timerPublisher`, `after` and `interval` have no upstream: SchedulerTimerTests, AfterTests, IntervalTests.
    let gaps = try PublicOperators(ofFamily: "Timing").gaps(
      in: Self.specimens, besides: ["receive(on:)", "timerPublisher(every:tolerance:options:)"],
      types: ["AfterPublisher", "IntervalPublisher", "SchedulerTimerPublisher"])
    expectEqual(gaps, [])
  }
}
