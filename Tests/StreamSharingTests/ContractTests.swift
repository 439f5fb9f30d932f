import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("The contract of the sharing operators")
struct ContractTests {
  /// Those that deliver only once they are connected are connected automatically here.
  static let specimens =
    [
      Specimen("multicast(_:)", [.shares, .pacedByDemand]) { upstream, token in
        upstream.multicast { token.pass(PassthroughSubject()) }.autoconnect()
      },
      Specimen("multicast(subject:)", [.shares, .pacedByDemand]) { upstream, _ in
        upstream.multicast(subject: PassthroughSubject()).autoconnect()
      },
      Specimen("makeConnectable()", [.shares, .pacedByDemand], onFailure: .recovers) { upstream, _ in
        upstream.unfailing().makeConnectable().autoconnect()
      },
      Specimen("autoconnect()", [.shares, .pacedByDemand]) { upstream, _ in
        upstream.multicast(subject: CurrentValueSubject(100)).autoconnect()
      },
      Specimen("autoconnect(minimumSubscribers:)", [.shares, .pacedByDemand]) { upstream, _ in
        upstream.multicast(subject: CurrentValueSubject(100)).autoconnect(minimumSubscribers: 1)
      },
      Specimen("referenceCounted()", [.shares, .pacedByDemand]) { upstream, token in
        upstream.multicast { token.pass(PassthroughSubject()) }.referenceCounted()
      },
      Specimen("share()", [.shares, .pacedByDemand]) { upstream, _ in upstream.share() },
    ] + replays + buffers + boundedBuffers + gathering + paced

  static let replays = [
    Specimen(share, form: "everything", .shares) { upstream, _ in upstream.share(replay: .max) },
    Specimen(share, form: "one element", [.shares, .pacedByDemand]) { upstream, _ in upstream.share(replay: 1) },
    Specimen(share, form: "restarting", [.shares, .pacedByDemand]) { upstream, _ in
      upstream.share(replay: 1, afterCompletion: .restart)
    },
    Specimen("share(replay:connect:disconnect:expiresAfter:scheduler:fileID:line:)", [.shares, .pacedByDemand]) {
      upstream, _ in upstream.share(replay: 1, expiresAfter: 1, scheduler: TestScheduler())
    },
    Specimen(share, form: "not disconnecting", [.shares, .pacedByDemand]) { upstream, _ in
      upstream.share(replay: 0, disconnect: .never)
    },
  ]

  private static let share = "share(replay:connect:disconnect:afterCompletion:fileID:line:)"

  static let buffers = [Publishers.PrefetchStrategy.keepFull, .byRequest].flatMap { prefetch in
    // Kept full, the buffer loses nothing of a source that keeps to its demand.
    let traits: Specimen.Traits = prefetch == .keepFull ? [] : .pacedByDemand
    return [
      Specimen("buffer(size:prefetch:whenFull:)", form: "\(prefetch), dropping the newest", traits) { upstream, _ in
        upstream.buffer(size: 3, prefetch: prefetch, whenFull: .dropNewest)
      },
      Specimen("buffer(size:prefetch:whenFull:)", form: "\(prefetch), dropping the oldest", traits) { upstream, _ in
        upstream.buffer(size: 3, prefetch: prefetch, whenFull: .dropOldest)
      },
      Specimen("buffer(size:prefetch:whenFull:)", form: "\(prefetch), failing", traits) { upstream, token in
        upstream.buffer(size: 3, prefetch: prefetch, whenFull: .customError { token.pass(TestError()) })
      },
    ]
  }

  static let boundedBuffers = [
    Specimen("buffer(size:whenFull:fileID:line:)", form: "suspending") { upstream, _ in
      upstream.buffer(size: 3, whenFull: .suspend)
    },
    Specimen("buffer(size:whenFull:fileID:line:)", form: "suspending, without room") { upstream, _ in
      upstream.buffer(size: 0, whenFull: .suspend)
    },
    Specimen("buffer(size:whenFull:fileID:line:)", form: "dropping the oldest", .pacedByDemand) { upstream, _ in
      upstream.buffer(size: 3, whenFull: .dropOldest)
    },
    Specimen("buffer(size:whenFull:fileID:line:)", form: "failing", .pacedByDemand) { upstream, token in
      upstream.buffer(size: 3, whenFull: .error { token.pass(TestError()) })
    },
  ]

  static let paced = [
    Specimen(pacing, form: "slowest", .shares) { upstream, _ in upstream.share(pacing: .slowest(prefetch: 3)) },
    Specimen(pacing, form: "slowest, without a queue", .shares) { upstream, _ in
      upstream.share(pacing: .slowest(prefetch: 0))
    },
    Specimen(pacing, form: "each", [.shares, .pacedByDemand]) { upstream, _ in
      upstream.share(pacing: .each(bufferSize: 3, whenFull: .dropOldest))
    },
  ]

  private static let pacing = "share(pacing:fileID:line:)"

  static let gathering = [
    Specimen("conflate()", .pacedByDemand) { upstream, _ in upstream.conflate() },
    Specimen("conflate(seed:_:)", .pacedByDemand) { upstream, token in
      upstream.conflate(seed: { token.pass($0) }, { $0 = token.pass($1) })
    },
    Specimen("batch(max:whenFull:fileID:line:)", form: "suspending", .pacedByDemand) { upstream, _ in
      upstream.batch(max: 3)
    },
    Specimen("batch(max:whenFull:fileID:line:)", form: "without room") { upstream, _ in upstream.batch(max: 0) },
    Specimen("batch(max:whenFull:fileID:line:)", form: "dropping the oldest", .pacedByDemand) { upstream, _ in
      upstream.batch(max: 3, whenFull: .dropOldest)
    },
    Specimen("batch(max:whenFull:fileID:line:)", form: "failing", .pacedByDemand) { upstream, token in
      upstream.batch(max: 3, whenFull: .error { token.pass(TestError()) })
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
    let gaps = try PublicOperators(ofFamily: "Sharing").gaps(
      in: Self.specimens, types: ["Multicast", "MakeConnectable"])
    expectEqual(gaps, [])
  }
}
